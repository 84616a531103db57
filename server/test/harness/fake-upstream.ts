import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Seen {
  body: Record<string, unknown>
  headers: IncomingMessage['headers']
}

/** Answers one request of the upstream, with full control of the response. */
export type Script = (response: ServerResponse, seen: Seen) => void | Promise<void>

export const chunkOf = (delta: object, finish: string | null = null, extra: object = {}) => ({
  id: 'chatcmpl-up',
  object: 'chat.completion.chunk',
  created: 1_700_000_000,
  model: 'fake-model',
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...extra,
})
export const frameOf = (payload: object | string): string =>
  `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`

/** A well-behaved answer. */
export const says =
  (...words: string[]): Script =>
  (response, { body }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frameOf(chunkOf({ role: 'assistant', content: '' })))
    for (const word of words) response.write(frameOf(chunkOf({ content: word })))
    response.write(frameOf(chunkOf({}, 'stop')))
    const options = body['stream_options'] as { include_usage?: boolean } | undefined
    if (options?.include_usage) {
      response.write(
        frameOf({
          ...chunkOf({}),
          choices: [],
          usage: { prompt_tokens: 7, completion_tokens: words.length, total_tokens: 7 + words.length },
        }),
      )
    }
    response.end(frameOf('[DONE]'))
  }

/** A model that calls one function, with or without a word before. */
export const calls =
  (name: string, input: object, text = ''): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (text !== '') response.write(frameOf(chunkOf({ content: text })))
    const call = { name, arguments: JSON.stringify(input) }
    const part = { index: 0, id: `call_${name}`, type: 'function', function: call }
    response.write(frameOf(chunkOf({ tool_calls: [part] })))
    response.write(frameOf(chunkOf({}, 'tool_calls')))
    response.end(frameOf('[DONE]'))
  }

/** The same, and speaks once it has the result. */
export const callsAndSays =
  (name: string, input: object): Script =>
  (response, seen) => {
    const messages = seen.body['messages'] as { role: string }[]
    const hasResult = messages.some(({ role }) => role === 'tool')
    return (hasResult ? says('Done.') : calls(name, input))(response, seen)
  }

/** An OpenAI-compatible provider that does what the test says, and counts what is still open. */
export async function startFakeUpstream(first: Script = says('Hello', ' world')) {
  let script = first
  const seen: Seen[] = []
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    open.add(response)
    response.on('close', () => open.delete(response))
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      if (request.url?.endsWith('/models')) {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'fake-model', object: 'model' }] }))
        return
      }
      const received = { body: JSON.parse(Buffer.concat(parts).toString() || '{}'), headers: request.headers }
      seen.push(received)
      void script(response, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/v1`
  return {
    url,
    /** The environment of a server that uses it as OpenAI. */
    settings: {
      OPENAI_API_KEY: 'sk-test',
      OPENAI_BASE_URL: url,
      OPENAI_MODELS: 'fake-model',
      OPENAI_MODEL: 'fake-model',
    },
    seen,
    open: () => open.size,
    answer(next: Script) {
      script = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type FakeUpstream = Awaited<ReturnType<typeof startFakeUpstream>>
