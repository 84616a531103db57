import { randomUUID } from 'node:crypto'
import { isAppError } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'
import type { OutboundClient, OutboundRequest } from '../../platform/outbound/outbound.ts'
import type { TranscribeRequest, Transcript } from '../connector.ts'
import type { ProviderAccess } from '../provider-settings.ts'
import { countOf, type Json, objectsOf, parseObject } from '../upstream/json.ts'
import {
  asProviderFailure,
  malformed,
  type Provider,
  statusFailure,
  webPage,
} from '../upstream/provider-failure.ts'

/** The transcript of many hours, with words and probabilities that are not used. */
const MAX_BYTES = 64 * 1024 * 1024

/** Larger values are not a time in seconds. */
const MAX_SECONDS = 100 * 3600

const WITH_SEGMENTS = [
  ['response_format', 'verbose_json'],
  ['timestamp_granularities[]', 'segment'],
] as const
const PLAIN = [['response_format', 'json']] as const

/** `POST /audio/transcriptions`. The recording is sent while it is read, and never in memory as a whole. */
export async function transcribeWithOpenAi(
  client: OutboundClient,
  access: ProviderAccess,
  request: TranscribeRequest,
  signal: AbortSignal,
): Promise<Transcript> {
  const provider = { ...access.provider, model: request.model }
  const send = (fields: Fields) =>
    fetchTranscript(client, provider, toPost(access, request, fields, signal), request.onUsage)
  try {
    return await send(WITH_SEGMENTS)
  } catch (error) {
    // Some models have no segments and refuse to be asked for them.
    if (!isAppError(error) || !isAboutFormat(error.details.providerStatus, error.message)) throw error
    return send(PLAIN)
  }
}

type Fields = readonly (readonly [name: string, value: string])[]

const isAboutFormat = (status: number | undefined, words: string): boolean =>
  (status === 400 || status === 422) && /response_format|timestamp_granularities|verbose_json/.test(words)

function toPost(
  access: ProviderAccess,
  { model, recording, firstByteMs }: TranscribeRequest,
  fields: Fields,
  signal: AbortSignal,
): OutboundRequest {
  const boundary = `bellwether-${randomUUID()}`
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`
  const texts = ([['model', model], ...fields] as const).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n\r\n${value}\r\n`,
  )
  const file = `${part(`name="file"; filename="${recording.name}"`)}\r\nContent-Type: ${recording.contentType}\r\n\r\n`
  const before = Buffer.from(texts.join('') + file)
  const after = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body(): AsyncGenerator<Uint8Array> {
    yield before
    yield* await recording.open()
    yield after
  }
  return {
    method: 'POST',
    url: `${access.url}/audio/transcriptions`,
    headers: {
      ...access.headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(before.length + recording.size + after.length),
    },
    body: body(),
    signal,
    headersTimeoutMs: firstByteMs,
  }
}

async function fetchTranscript(
  client: OutboundClient,
  provider: Provider,
  request: OutboundRequest,
  onUsage: TranscribeRequest['onUsage'],
): Promise<Transcript> {
  const answer = await client.fetchWhole(request, MAX_BYTES).catch((error: Error) => {
    throw asProviderFailure(error)
  })
  const body = answer.body.toString('utf8')
  if (answer.status < 200 || answer.status > 299) throw statusFailure(provider, answer, body)
  const parsed = parseObject(body)
  // A few servers send the bare text whatever they are asked for.
  if (!parsed && String(answer.headers['content-type']).startsWith('text/plain'))
    return { text: body.trim(), segments: [] }
  // Not sent again: the provider may have charged for it.
  if (!parsed || typeof parsed.text !== 'string')
    throw /^\s*</.test(body) ? webPage(provider) : malformed(provider, { retryable: false })
  const segments = segmentsIn(parsed)
  onUsage?.(usageIn(parsed))
  return { text: parsed.text.trim(), segments }
}

/** Empty unless all segments have a valid time: no sentence may get lost because of an invalid one. */
function segmentsIn(answer: Json): { start: number; text: string }[] {
  const all = objectsOf(answer.segments).flatMap(({ start, text }) =>
    typeof text === 'string' && text.trim() !== ''
      ? [{ start: Math.max(0, Number(start ?? Number.NaN)), text: text.trim() }]
      : [],
  )
  return all.every(({ start }) => start < MAX_SECONDS) ? all.sort((a, b) => a.start - b.start) : []
}

function usageIn({ usage, duration }: Json): {
  tokens?: { inputTokens: number; outputTokens: number }
  seconds?: number
} {
  const figures = isObject(usage) ? usage : {}
  const seconds = secondsOf(figures['seconds']) || secondsOf(duration)
  const inputTokens = countOf(figures['input_tokens'])
  const outputTokens = countOf(figures['output_tokens'])
  return {
    // Providers that charge by time report no tokens.
    ...(inputTokens + outputTokens > 0 || seconds > 0 ? { tokens: { inputTokens, outputTokens } } : {}),
    ...(seconds > 0 ? { seconds } : {}),
  }
}

/** OpenAI writes the duration as text in some answers. */
function secondsOf(value: unknown): number {
  const seconds = typeof value === 'string' ? Number(value) : value
  return typeof seconds === 'number' && seconds > 0 && seconds < MAX_SECONDS ? seconds : 0
}
