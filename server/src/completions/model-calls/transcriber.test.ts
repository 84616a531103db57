import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  recordingOf,
  startTranscriptionProvider,
  wellTranscribed,
} from '../../../test/harness/transcription-provider.ts'
import { createOllamaConnector } from '../../connectors/ollama/ollama.connector.ts'
import { createOpenAiConnector } from '../../connectors/openai/openai.connector.ts'
import { createConnectorRegistry } from '../../connectors/registry.ts'
import { type MeasureCall, unmeasured } from '../../modules/usage/index.ts'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import { createTranscriber } from './transcriber.ts'

const outbound = createOutbound({
  allow: { providers: ['127.0.0.1/32'] },
  onRefused: () => undefined,
  firstByteMs: 100,
  idleMs: 2000,
})
let provider: Awaited<ReturnType<typeof startTranscriptionProvider>>
beforeAll(async () => {
  provider = await startTranscriptionProvider()
})
beforeEach(() => {
  provider.asked.length = 0
  provider.answer(() => wellTranscribed)
})
afterAll(async () => {
  await provider.stop()
  await outbound.close()
})

const BYTES = recordingOf(300_000)
const PIECE = 64 * 1024

function createRecording() {
  let opened = 0
  async function* pieces() {
    for (let at = 0; at < BYTES.length; at += PIECE) yield BYTES.subarray(at, at + PIECE)
  }
  return {
    name: 'recording.mp3',
    contentType: 'audio/mpeg',
    size: BYTES.length,
    open: async () => {
      opened += 1
      return pieces()
    },
    opened: () => opened,
  }
}

const create = (more: { measureCall?: MeasureCall; callMs?: number; baseUrl?: string } = {}) =>
  createTranscriber({
    config: {} as never,
    connectors: createConnectorRegistry([
      createOpenAiConnector({ outbound }),
      createOllamaConnector({ outbound }),
    ]),
    measureCall: more.measureCall ?? unmeasured,
    maxBytes: 1_000_000,
    firstWaitMs: 5,
    ...(more.callMs === undefined ? {} : { callMs: more.callMs }),
    settingsOf: async (id) => ({
      id,
      slug: 'north',
      name: 'North',
      isSystem: false,
      status: 'active',
      config: {
        setups: {
          default: {
            providers: {
              openai: { base_url: more.baseUrl ?? `${provider.url}/v1`, api_key: 'sk-one' },
              ollama: { base_url: provider.url },
            },
            knowledge_base: { transcription: { provider: 'openai', model: 'whisper-1' } },
          },
        },
      },
    }),
  })

const { signal } = new AbortController()
const transcribe = (transcriber = create(), recording = createRecording(), limit = signal) =>
  transcriber.transcribe(1, 'openai/whisper-1', recording, limit)

describe('transcription with a provider', () => {
  it('sends the recording in OpenAI’s form and returns the segments', async () => {
    expect(await create().modelOf(1)).toBe('openai/whisper-1')
    expect(create().providers()).toEqual(['openai'])
    const transcript = await transcribe()
    expect(transcript.text).toContain('The moon pulls at the sea.')
    expect(transcript.segments.map(({ start }) => start)).toEqual([0, 4.2, 3723.5])
    const [one] = provider.asked
    expect(one).toMatchObject({
      path: '/v1/audio/transcriptions',
      key: 'Bearer sk-one',
      fields: {
        model: 'whisper-1',
        response_format: 'verbose_json',
        'timestamp_granularities[]': 'segment',
      },
      filename: 'recording.mp3',
      contentType: 'audio/mpeg',
    })
    expect(one?.bytes.equals(BYTES)).toBe(true)
  })

  it('asks for plain JSON where a model has no segments', async () => {
    const message = "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe'"
    provider.answer(({ fields }) =>
      fields['response_format'] === 'json'
        ? { status: 200, body: { text: 'Only words.' } }
        : { status: 400, body: { error: { message, param: 'response_format' } } },
    )
    const recording = createRecording()
    expect(await transcribe(create(), recording)).toEqual({ text: 'Only words.', segments: [] })
    expect(recording.opened()).toBe(2)
  })

  it.each([
    ['a time before the start', -0.02, [0, 9]],
    ['a time as text', '12.5', [9, 12.5]],
  ])('keeps the text of a segment with %s', async (_name, start, starts) => {
    const segments = [
      { start, text: 'First.' },
      { start: 9, text: 'Second.' },
    ]
    provider.answer(() => ({ status: 200, body: { text: 'First. Second.', segments } }))
    expect((await transcribe()).segments.map((one) => one.start)).toEqual(starts)
  })

  it.each([null, 'soon', 3_723_500_000])('has no times if one of them is %s', async (start) => {
    const segments = [
      { start: 0, text: 'First.' },
      { start, text: 'Second.' },
    ]
    provider.answer(() => ({ status: 200, body: { text: 'First. Second.', segments, duration: 3e9 } }))
    expect(await transcribe()).toEqual({ text: 'First. Second.', segments: [] })
  })

  it('takes a bare text, and refuses other answers', async () => {
    provider.answer(() => ({ status: 200, body: 'Only words.\n' }))
    expect(await transcribe()).toEqual({ text: 'Only words.', segments: [] })
    provider.answer(() => ({ status: 200, body: { words: 1 } }))
    await expect(transcribe()).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it.each([
    [401, 'provider_failed', 1],
    [413, 'bad_request', 1],
    [429, 'too_many_requests', 3],
    [500, 'provider_failed', 3],
  ])('says why when the provider answers %i', async (status, code, attempts) => {
    provider.answer(() => ({ status, body: { error: { message: 'Not with sk-one' } } }))
    const failure = await transcribe().catch((error: unknown) => error)
    expect(failure).toMatchObject({ code, message: expect.not.stringContaining('sk-one') })
    expect(provider.asked).toHaveLength(attempts)
  })

  it('reports an address that refuses connections', async () => {
    const failing = transcribe(create({ baseUrl: 'http://127.0.0.1:9/v1' }))
    await expect(failing).rejects.toMatchObject({ code: 'provider_failed' })
  })

  it('waits longer than for other models, up to a limit', async () => {
    provider.answer(() => 'wait')
    const failing = transcribe(create({ callMs: 400 }))
    await expect(failing).rejects.toMatchObject({
      code: 'provider_timeout',
      message: expect.stringContaining('took longer than'),
    })
    await provider.asked[0]?.gone
  })

  it('ends the call when it is cancelled', async () => {
    const aborter = new AbortController()
    const reason = new Error('cancelled')
    provider.answer(() => {
      aborter.abort(reason)
      return 'wait'
    })
    await expect(transcribe(create(), createRecording(), aborter.signal)).rejects.toBe(reason)
    await provider.asked[0]?.gone
  })

  it('reports the usage by duration or tokens, or by size where the provider says nothing', async () => {
    const calls: unknown[] = []
    const measureCall: MeasureCall = ({ estimate, ...call }, work) => {
      expect(estimate.seconds).toBe(19)
      return work((took) => void calls.push({ kind: call.kind, model: call.model, ...took }))
    }
    const none = { inputTokens: 0, outputTokens: 0 }
    await transcribe(create({ measureCall }))
    const usage = { type: 'tokens', input_tokens: 14, output_tokens: 45, total_tokens: 59 }
    provider.answer(() => ({ status: 200, body: { text: 'Words.', usage } }))
    await transcribe(create({ measureCall }))
    provider.answer(() => ({ status: 200, body: { text: 'Words.' } }))
    await transcribe(create({ measureCall }))
    const name = { kind: 'transcription', model: 'whisper-1' }
    expect(calls).toEqual([
      { ...name, usage: none, seconds: 3730 },
      { ...name, usage: { inputTokens: 14, outputTokens: 45 }, seconds: 19 },
      { ...name, usage: undefined, seconds: 19 },
    ])
  })
})
