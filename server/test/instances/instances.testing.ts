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
    fetch(`${servers.url(number)}/creator/assistant/${assistant}/chat/completions`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({
        messages: [{ role: 'user', content: 'What is a noun?' }],
        stream: true,
        outlive_reader: true,
      }),
      ...(signal ? { signal } : {}),
    })

  return {
    ask,

    /** Gives the chat. */
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
      fetch(`${servers.url(number)}/creator/chats/${chat}/stream${query}`, { headers: { authorization } }),
  }
}
