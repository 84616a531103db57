import { say } from '@bellwether/wire'
import { providerFailed } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import type { EndReason } from '../connector.ts'
import { countOf, countsOf, type Json, objectsOf, stringOf } from '../upstream/json.ts'
import { contentRefused, cutOff, type Provider, scrub } from '../upstream/provider-failure.ts'

export interface GeneratedImage {
  bytes: Buffer
  contentType: string
}

export interface GeminiAnswer {
  text: string
  images: GeneratedImage[]
  reason: EndReason
  usage: TokenUsage
}

/**
 * Reads the response of generateContent. Throws bad_request if the request was declined, and provider_failed
 * if the response is empty. Pure.
 */
export function readGeminiAnswer(answer: Json, provider: Provider): GeminiAnswer {
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
