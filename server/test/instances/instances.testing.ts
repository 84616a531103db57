import type { Instances } from '../harness/instances.ts'

export const assistantOf = (name: string, metadata: object = {}) => ({
  name,
  metadata: {
    prompt_processor: 'simple_augment',
    connector: 'openai',
    llm: 'fake-model',
    rag_processor: 'no_rag',
    ...metadata,
  },
})

/** A person in the web app, whose requests go to the instance with a number, or to the proxy. */
export function createReader(servers: Pick<Instances, 'url'>, token: string) {
  const authorization = `Bearer ${token}`

  const ask = (number: number | undefined, assistant: number, signal?: AbortSignal) =>
    fetch(`${servers.url(number)}/assistants/${assistant}/answers`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ role: 'user', content: 'What is a noun?' }],
      }),
      ...(signal ? { signal } : {}),
    })

  return {
    ask,

    /** Returns the chat. */
    async askAndLeave(number: number | undefined, assistant: number): Promise<string> {
      const leaving = new AbortController()
      const response = await ask(number, assistant, leaving.signal)
      const stream = response.body?.getReader()
      let seen = ''
      while (!seen.includes('First')) seen += new TextDecoder().decode((await stream?.read())?.value)
      leaving.abort()
      return response.headers.get('x-chat-id') ?? ''
    },

    follow: (number: number | undefined, chat: string, query = ''): Promise<Response> =>
      fetch(`${servers.url(number)}/chats/${chat}/stream${query}`, { headers: { authorization } }),
  }
}

/** What is said on the stream of MCP notifications until a text comes. The stream ends from time to time: then it is opened again. */
export async function listenUntil(
  url: string,
  token: string,
  session: string,
  expected: string,
): Promise<string> {
  let text = ''
  while (!text.includes(expected)) {
    const response = await fetch(`${url}/mcp`, {
      headers: {
        accept: 'text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-session-id': session,
        'mcp-protocol-version': '2025-11-25',
      },
    })
    if (response.status !== 200) throw new Error(`the stream was refused: ${response.status}`)
    const stream = response.body?.getReader()
    for (;;) {
      const { done = true, value } = (await stream?.read()) ?? {}
      text += new TextDecoder().decode(value)
      if (done || text.includes(expected)) break
    }
    await stream?.cancel()
  }
  return text
}
