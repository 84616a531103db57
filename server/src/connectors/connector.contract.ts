import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../platform/errors.ts'
import { createOutbound } from '../platform/outbound/create-outbound.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { collect } from './collect.contract.ts'
import type { Connector, ModelEvent } from './connector.ts'
import { type FakeUpstream, outboundOf, startFakeUpstream } from './fake-upstream.contract.ts'

export interface Answer {
  pieces: readonly string[]
  inputTokens: number
  outputTokens: number
  reason: 'stop' | 'length'
}

/** The wire format of one provider. Each connector's test provides its own. */
export interface ConnectorHarness {
  create(outbound: Outbound): Connector
  model: string
  acceptFrames: boolean
  /** Settings besides `base_url` and `trusted`. */
  settings: Record<string, unknown>
  key?: string
  contentType: string
  /** The bytes of a complete answer. */
  answer(answer: Answer): string
  /** The bytes of an answer that stops before its finish. */
  unfinished(pieces: readonly string[]): string
  /** Bytes that are not an answer. */
  malformed: string
  /** The body of an error response. */
  refusal(message: string): string
  /** An error within a response of status 200. */
  reported?(pieces: readonly string[], message: string): string
  /** The code of such an error, if the provider refuses the request rather than fails. */
  reportedCode?: string
  /** Whether the answer arrives in one piece, so that nothing is seen before a failure. */
  whole?: boolean
}

const PIECES = ['Hé', 'llo ', 'wörld 🌍', ', "quoted" \\ and\nnew line', ' 漢字']
const TEXT = PIECES.join('')
const ANSWER: Answer = { pieces: PIECES, inputTokens: 12, outputTokens: 34, reason: 'stop' }
const owner = { userId: 1, organizationId: 1 }

/** Checks the rules for all connectors that call a provider. */
export function connectorContract(name: string, harness: ConnectorHarness): void {
  describe(`connector contract: ${name}`, () => {
    let upstream: FakeUpstream
    let outbound: Outbound
    beforeAll(async () => {
      upstream = await startFakeUpstream()
      outbound = createOutbound({
        allow: {},
        onRefused: () => undefined,
        firstByteMs: 20_000,
        idleMs: 20_000,
      })
    })
    afterAll(async () => {
      await outbound.close()
      await upstream.close()
    })
    beforeEach(() => {
      upstream.requests.length = 0
    })

    const open = (options: { outbound?: Outbound; signal?: AbortSignal; url?: string } = {}) => {
      const connector = harness.create(options.outbound ?? outbound)
      const settings = connector.settings.parse({
        ...harness.settings,
        base_url: options.url ?? upstream.url,
        trusted: true,
      })
      const request = {
        model: harness.model,
        messages: [{ role: 'user', content: 'Say hello' }],
        params: {},
        acceptFrames: harness.acceptFrames,
      }
      const signal = options.signal ?? new AbortController().signal
      return connector.stream(request, settings, { signal, owner })
    }
    const answerWith = (body: string) => {
      upstream.answer = (response) =>
        response.writeHead(200, { 'content-type': harness.contentType }).end(body)
    }
    const failure = async (stream = open()): Promise<AppError> => {
      const { error, end } = await collect(stream)
      expect(error).toBeInstanceOf(AppError)
      expect(end).toBeUndefined()
      return error as AppError
    }
    const allClosed = () => expect.poll(() => upstream.openAnswers()).toBe(0)

    test('yields text, usage and the end', async () => {
      answerWith(harness.answer(ANSWER))
      const { text, end, error } = await collect(open())
      expect(error).toBeUndefined()
      expect(text).toBe(TEXT)
      expect(end).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 12, outputTokens: 34 } })
    })

    test('reports an answer that was truncated by the length limit', async () => {
      answerWith(harness.answer({ ...ANSWER, reason: 'length' }))
      expect((await collect(open())).end?.reason).toBe('length')
    })

    test('makes no call before the first event is requested', async () => {
      answerWith(harness.answer(ANSWER))
      open()
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(upstream.requests).toHaveLength(0)
    })

    describe('before the first byte', () => {
      test('401: shows the provider’s message without the key', async () => {
        const key = harness.key ?? 'sk-not-configured-1234'
        upstream.answer = (response) =>
          response.writeHead(401).end(harness.refusal(`Wrong key ${key}, sorry`))
        const error = await failure()
        expect(error.code).toBe('provider_failed')
        expect(error.details).toMatchObject({ providerStatus: 401, retryable: false })
        expect(error.message).toContain('Wrong key ***, sorry')
        expect(JSON.stringify([error.message, error.details, String(error.cause)])).not.toContain(key)
      })

      test('429: says that the request can be repeated, and when', async () => {
        upstream.answer = (response) =>
          response.writeHead(429, { 'retry-after': '7' }).end(harness.refusal('Slow down'))
        const error = await failure()
        expect(error.details).toMatchObject({ providerStatus: 429, retryable: true, retryAfter: 7 })
        expect(error.message).toContain('Slow down')
      })

      test('500 with a web page', async () => {
        upstream.answer = (response) => response.writeHead(500).end('<html>oops</html>')
        const error = await failure()
        expect(error.details).toMatchObject({ providerStatus: 500, retryable: true })
        expect(error.message).not.toContain('<html>')
      })

      test('connection refused', async () => {
        const error = await failure(open({ url: 'http://127.0.0.1:9' }))
        expect(error.code).toBe('provider_failed')
        expect(error.message).toContain('refused the connection')
        expect(error.details.retryable).toBe(true)
      })

      test('no response', async () => {
        const impatient = createOutbound({
          allow: {},
          onRefused: () => undefined,
          firstByteMs: 100,
          idleMs: 20_000,
        })
        upstream.answer = () => undefined
        const error = await failure(open({ outbound: impatient }))
        expect(error.code).toBe('provider_timeout')
        await impatient.close()
      })
    })

    describe('after the first byte', () => {
      test('delivers the received events, then the failure, if the connection breaks', async () => {
        upstream.answer = (response) => {
          response.writeHead(200, { 'content-type': harness.contentType }).write(harness.unfinished(PIECES))
          setTimeout(() => response.destroy(), 30)
        }
        const { error, text } = await collect(open())
        expect(error).toMatchObject({ code: 'provider_failed', details: { retryable: true } })
        if (!harness.whole) expect(text).toBe(TEXT)
      })

      test('treats an end without a finish as a failure', async () => {
        answerWith(harness.unfinished(PIECES))
        expect((await failure()).message).toContain('ended the answer before it was complete')
      })

      test('treats an empty answer as a failure', async () => {
        answerWith('')
        expect((await failure()).code).toBe('provider_failed')
      })

      test('refuses bytes that are not an answer', async () => {
        answerWith(harness.malformed)
        expect((await failure()).code).toBe('provider_failed')
      })

      test('refuses a web page', async () => {
        upstream.answer = (response) =>
          response
            .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
            .end('<!doctype html><p>Welcome')
        expect((await failure()).code).toBe('provider_failed')
      })

      test('times out without further bytes', async () => {
        const impatient = createOutbound({
          allow: {},
          onRefused: () => undefined,
          firstByteMs: 20_000,
          idleMs: 100,
        })
        upstream.answer = (response) =>
          void response
            .writeHead(200, { 'content-type': harness.contentType })
            .write(harness.unfinished(PIECES))
        const error = await failure(open({ outbound: impatient }))
        expect(error.code).toBe('provider_timeout')
        await impatient.close()
      })

      test.runIf(harness.reported)('reports an error within the answer, without the key', async () => {
        const key = harness.key ?? 'sk-not-configured-1234'
        answerWith(harness.reported!(PIECES, `It broke for ${key}`))
        const { error, text } = await collect(open())
        expect(error).toMatchObject({ code: harness.reportedCode ?? 'provider_failed' })
        expect((error as AppError).message).toContain('It broke for ***')
        if (!harness.whole) expect(text).toBe(TEXT)
      })
    })

    describe('when the client disconnects', () => {
      const drip = () => {
        upstream.answer = (response) =>
          void response
            .writeHead(200, { 'content-type': harness.contentType })
            .write(harness.unfinished(PIECES))
      }

      test('closes the upstream socket on abort and throws the reason', async () => {
        drip()
        const aborter = new AbortController()
        const reason = new Error('the client left')
        const iterator = open({ signal: aborter.signal })[Symbol.asyncIterator]()
        if (!harness.whole) await iterator.next()
        const pending = drain(iterator)
        await new Promise((resolve) => setTimeout(resolve, 20))
        aborter.abort(reason)
        await expect(pending).rejects.toBe(reason)
        await allClosed()
      })

      test('makes no call if the signal is already aborted', async () => {
        answerWith(harness.answer(ANSWER))
        const reason = new Error('gone')
        expect((await collect(open({ signal: AbortSignal.abort(reason) }))).error).toBe(reason)
        expect(upstream.requests).toHaveLength(0)
      })

      // An answer in one piece has no loop to leave.
      if (!harness.whole) {
        test('closes the upstream socket when the consumer leaves the loop', async () => {
          drip()
          for await (const _ of open()) break
          await allClosed()
        })
      }
    })

    describe('for any split of the bytes', () => {
      const read = async (pieces: Buffer[]) => {
        const { text, end, error } = await collect(
          open({ outbound: outboundOf(harness.contentType, pieces) }),
        )
        expect(error).toBeUndefined()
        expect(end).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 12, outputTokens: 34 } })
        expect(text).toBe(TEXT)
      }

      test('in two, at every byte, even within a character', async () => {
        const bytes = Buffer.from(harness.answer(ANSWER))
        for (let at = 1; at < bytes.length; at++) await read([bytes.subarray(0, at), bytes.subarray(at)])
      })

      test('into single bytes', async () => {
        await read([...Buffer.from(harness.answer(ANSWER))].map((byte) => Buffer.from([byte])))
      })

      test('with CRLF line endings, in two, before, within and after each', async () => {
        const bytes = Buffer.from(harness.answer(ANSWER).replaceAll('\n', '\r\n'))
        const isAtLineEnd = (at: number) => '\r\n'.includes(String.fromCharCode(bytes[at - 1] ?? 0))
        for (let at = 1; at < bytes.length; at++)
          if (isAtLineEnd(at) || isAtLineEnd(at + 1)) await read([bytes.subarray(0, at), bytes.subarray(at)])
      })
    })
  })
}

async function drain(iterator: AsyncIterator<ModelEvent>): Promise<void> {
  while (!(await iterator.next()).done);
}
