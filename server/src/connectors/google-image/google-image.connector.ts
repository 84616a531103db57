import { say } from '@bellwether/wire'
import { badRequest, providerFailed } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import {
  type ChatMessage,
  type Connector,
  defineConnector,
  type EndReason,
  type ModelEvent,
} from '../connector.ts'
import {
  baseUrlOf,
  clientFor,
  hostOf,
  type KeyedSettings,
  keyedSettings,
  listedModels,
  requireKey,
} from '../provider-settings.ts'
import { fetchJson } from '../upstream/fetch-json.ts'
import { countOf, countsOf, type Json, objectsOf, stringOf } from '../upstream/json.ts'
import { imageUrlOf, inlineImage, partsOf, textOf } from '../upstream/message-parts.ts'
import { contentRefused, cutOff, type Provider, scrub } from '../upstream/provider-failure.ts'
import { findUnsupported, SAMPLING } from '../upstream/unsupported-params.ts'

const GOOGLE = 'https://generativelanguage.googleapis.com'
const MODELS = ['gemini-2.5-flash-image-preview', 'gemini-3-pro-image-preview']
/** Several large images as base64. */
const MAX_ANSWER_BYTES = 96 * 1024 * 1024

export interface ImageToSave extends GeneratedImage {
  userId: number
  organizationId: number
}

interface Deps {
  outbound: Outbound
  /** Stores an image and returns its URL. */
  saveImage(image: ImageToSave): Promise<{ url: string }>
}

/** Creates images from the last message, with Google's image models. */
export function createGoogleImageConnector({ outbound, saveImage }: Deps): Connector {
  return defineConnector<KeyedSettings>({
    name: 'banana_img',
    title: 'Google images',
    description: 'Creates images from a description, or from images and a description, with Gemini.',
    provider: 'google',
    settings: keyedSettings(GOOGLE),
    capabilities: { text: false, vision: true, imageGeneration: true, functions: false },
    findUnsupported: (params) => findUnsupported('Google images', SAMPLING, params),

    async listModels(settings) {
      const models = listedModels(settings) ?? MODELS.map((id) => ({ id }))
      return models.map((model) => ({ ...model, capabilities: { vision: true, image_generation: true } }))
    },

    async *stream(request, settings, { signal, owner, firstByteMs }): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted()
      const key = requireKey(settings.api_key, 'Google')
      const url = baseUrlOf(settings, GOOGLE)
      const place = url === GOOGLE ? undefined : hostOf(url)
      const origin = place ? { label: `Google at ${place}`, place } : { label: 'Google' }
      const provider = { ...origin, secrets: [key], model: request.model }
      const answer = await fetchJson(
        clientFor(outbound, settings),
        provider,
        {
          method: 'POST',
          url: `${url}/v1beta/models/${encodeURIComponent(request.model)}:generateContent`,
          headers: { 'x-goog-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify(toBody(request.messages)),
          signal,
          ...(firstByteMs === undefined ? {} : { headersTimeoutMs: firstByteMs }),
        },
        MAX_ANSWER_BYTES,
      )
      const { images, text, reason, usage } = readGeminiAnswer(answer, provider)
      const saved = await Promise.all(images.map((image) => saveImage({ ...owner, ...image })))
      const blocks = saved.map((image) => `![Generated Image](${image.url})`)
      yield { type: 'text-delta', text: blocks.length > 0 ? blocks.join('\n\n') : text }
      yield { type: 'end', reason, usage }
    },
  })
}

function toBody(messages: readonly ChatMessage[]) {
  const last = messages.findLast((message) => message.role === 'user')
  const prompt = last ? textOf(last).trim() : ''
  if (prompt === '') throw badRequest(say('providers.image_needs_text'))
  const images = messages.flatMap(partsOf).flatMap((part) => {
    const image = inlineImage(imageUrlOf(part) ?? '')
    return image ? [{ inlineData: { mimeType: image.contentType, data: image.base64 } }] : []
  })
  return {
    contents: [{ role: 'user', parts: [{ text: prompt }, ...images] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  }
}

interface GeneratedImage {
  bytes: Buffer
  contentType: string
}

interface GeminiAnswer {
  text: string
  images: GeneratedImage[]
  reason: EndReason
  usage: TokenUsage
}

/**
 * Reads the response of generateContent. Throws bad_request if the request was declined, and provider_failed
 * if the response is empty. Pure.
 */
function readGeminiAnswer(answer: Json, provider: Provider): GeminiAnswer {
  const feedback = isObject(answer.promptFeedback) ? answer.promptFeedback : {}
  if (feedback.blockReason)
    throw declined(provider, stringOf(feedback.blockReason), feedback.blockReasonMessage)
  const [candidate] = objectsOf(answer.candidates)
  const finish = stringOf(candidate?.finishReason)
  if (!candidate || finish === '') throw cutOff(provider)
  const parts = isObject(candidate.content) ? objectsOf(candidate.content.parts) : []
  const images = parts.flatMap(toImage)
  const text = parts
    .filter((part) => part.thought !== true)
    .map((part) => stringOf(part.text))
    .join('')
  if (finish !== 'STOP' && finish !== 'MAX_TOKENS') throw declined(provider, finish, candidate.finishMessage)
  if (images.length === 0 && text.trim() === '') {
    throw providerFailed(say('providers.no_image', { provider: provider.label }), { retryable: true })
  }
  return {
    text,
    images,
    reason: finish === 'MAX_TOKENS' ? 'length' : 'stop',
    usage: usageOf(isObject(answer.usageMetadata) ? answer.usageMetadata : {}),
  }
}

/** Google counts reasoning beside the other output, but cached input as part of the input. */
const usageOf = (usage: Json): TokenUsage => ({
  inputTokens: countOf(usage.promptTokenCount),
  outputTokens: countOf(usage.candidatesTokenCount) + countOf(usage.thoughtsTokenCount),
  ...countsOf({
    cachedTokens: usage.cachedContentTokenCount,
    reasoningTokens: usage.thoughtsTokenCount,
  }),
})

function declined(provider: Provider, reason: string, message: unknown) {
  const words = scrub(stringOf(message), provider.secrets)
  return contentRefused(
    provider,
    say('providers.image_declined', {
      provider: provider.label,
      reason,
      detail: words ? `: ${words}` : '',
    }),
  )
}

function toImage(part: Json): GeneratedImage[] {
  const inline = part.inlineData
  if (!isObject(inline) || part.thought === true) return []
  const contentType = stringOf(inline.mimeType)
  const bytes = Buffer.from(stringOf(inline.data), 'base64')
  return contentType.startsWith('image/') && bytes.length > 0 ? [{ bytes, contentType }] : []
}
