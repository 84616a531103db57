import { afterEach, describe, expect, it, vi } from 'vitest'
import { toApiError } from './api-error.ts'
import { type StreamEvent, stream } from './stream.ts'

const chunk = (body: object) => `data: ${JSON.stringify(body)}\n\n`
const says = (content: string) => chunk({ choices: [{ delta: { content } }] })

/** A server that sends these chunks and then closes. */
function answerWith(parts: readonly (string | Uint8Array)[], headers: Record<string, string> = {}) {
  const bytes = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of bytes) controller.enqueue(part)
      controller.close()
    },
  })
  vi.stubGlobal('fetch', async () => new Response(body, { headers }))
}

async function read(): Promise<StreamEvent[]> {
  const events: StreamEvent[] = []
  for await (const event of stream('/assistants/{id}/answers', { params: { id: 1 }, body: { messages: [] } }))
    events.push(event)
  return events
}

describe('a streamed answer', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is read completely, however the network splits it', async () => {
    const text = `${says('Añ')}${says('o')}: hello\n\ndata: [DONE]\n\n`
    const bytes = new TextEncoder().encode(text)
    answerWith(Array.from(bytes, (byte) => Uint8Array.of(byte)))
    expect(await read()).toEqual([
      { type: 'text', text: 'Añ' },
      { type: 'text', text: 'o' },
      { type: 'done' },
    ])
  })

  it('follows the standard: all line endings, several data lines, comments and other fields', async () => {
    answerWith([
      '\uFEFF: comment\revent: message\rid: 7\rdata: {"choices":\rdata: [{"delta":{"content":"a"}}]}\r\r',
      'data:[DONE]\n\n',
    ])
    expect(await read()).toEqual([{ type: 'text', text: 'a' }, { type: 'done' }])
  })

  it('yields the trace, the steps, the sources and the end', async () => {
    const status = { type: 'status', status: 'tool_done', tool: 'simple_rag', elapsed_ms: 41 }
    answerWith(
      [
        chunk({ choices: [{ delta: {} }], status }),
        chunk({
          choices: [{ delta: {} }],
          sources: [{ source: { name: 'Unit 3' }, document: [''], metadata: [{ title: 'Unit 3' }] }],
        }),
        chunk({ choices: [{ delta: {}, finish_reason: 'stop' }] }),
        'data: [DONE]\r\n\r\n',
      ],
      { 'x-trace-id': 'trace-1' },
    )
    expect(await read()).toEqual([
      { type: 'trace', id: 'trace-1' },
      { type: 'status', status },
      { type: 'sources', sources: [{ title: 'Unit 3' }] },
      { type: 'finish', reason: 'stop' },
      { type: 'done' },
    ])
  })

  it('is left to the server to end, unless the reader leaves before', async () => {
    const cancel = vi.fn()
    const answer = (text: string) => {
      const start = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(new TextEncoder().encode(text))
      vi.stubGlobal('fetch', async () => new Response(new ReadableStream({ start, cancel })))
    }
    answer(`${says('a')}data: [DONE]\n\n`)
    expect((await read()).at(-1)).toEqual({ type: 'done' })
    expect(cancel).not.toHaveBeenCalled()
    answer(says('a'))
    for await (const event of stream('/assistants/{id}/answers', {
      params: { id: 1 },
      body: { messages: [] },
    }))
      if (event.type === 'text') break
    await vi.waitFor(() => expect(cancel).toHaveBeenCalled())
  })

  it('reports failures and cut-off streams, and skips invalid events', async () => {
    answerWith([chunk({ error: { message: 'The provider is overloaded' } }), 'data: {nonsense\n\n'])
    const events = await read()
    expect(events.map((event) => (event.type === 'error' ? event.error.message : event.type))).toEqual([
      'The provider is overloaded',
      'The answer was cut off',
    ])
  })
})

describe('a server error', () => {
  it('is read in every format', () => {
    expect(toApiError(404, { detail: 'Assistant not found' }).message).toBe('Assistant not found')
    expect(toApiError(400, { success: false, error: 'No' }).message).toBe('No')
    expect(toApiError(500, { error: { message: 'Overloaded' } }).message).toBe('Overloaded')
    expect(toApiError(502, undefined).message).toBe('HTTP 502')
    const detail = [{ loc: ['body', 'name'], msg: 'enter a name', type: 'too_small' }]
    expect(toApiError(422, { detail }).faults).toEqual([{ field: 'name', message: { text: 'enter a name' } }])
  })

  it('has the code of its message, from the headers, a field or a stream', () => {
    const headers = new Headers({ 'x-message-code': 'not_found.assistant', 'x-message-params': '%7B%7D' })
    const missing = toApiError(404, { detail: 'Assistant not found' }, (name) => headers.get(name))
    expect(missing.serverMessage).toEqual({
      text: 'Assistant not found',
      code: 'not_found.assistant',
      params: {},
    })
    const body = { message_code: 'names.taken', message_params: { name: 'a' } }
    const detail = [{ loc: ['body', 'name'], msg: 'Taken', type: 'custom', ...body }]
    expect(toApiError(422, { detail }).faults[0]?.message).toEqual({
      text: 'Taken',
      code: 'names.taken',
      params: { name: 'a' },
    })
    const streamed = toApiError(500, { error: { message: 'Overloaded', message_code: 'models.overloaded' } })
    expect(streamed.serverMessage.code).toBe('models.overloaded')
  })
})
