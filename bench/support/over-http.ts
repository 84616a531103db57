import { startTestApp } from '../../server/test/harness/test-app.ts'
import { type Answer, type Ask, type Entry, PASSAGES, textOf } from './whole-documents.ts'

const UPLOADS_AT_ONCE = 8

export interface OverHttp {
  ask: Ask
  /** Any other request, as the admin. Fails for a status other than 2xx. */
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows what is answered
  call(method: string, address: string, sent?: unknown): Promise<any>
  /** The path of the knowledge base. */
  base: string
  stop(): Promise<void>
}

/**
 * The same through the API of a separate server: documents are uploaded as text files, and questions are sent over
 * HTTP.
 */
export async function openOverHttp(
  corpus: readonly Entry[],
  env: Record<string, string> = {},
): Promise<OverHttp> {
  const app = await startTestApp(env)
  const token = await app.signIn()
  const headers = { authorization: `Bearer ${token}` }
  const { body: base } = await app.call('POST', '/knowledge-bases', token, { name: 'Bench' })
  const path = `/knowledge-bases/${base.id}`
  const upload = async (entry: Entry): Promise<void> => {
    const form = new FormData()
    form.append('files', new File([textOf(entry)], `${entry._id}.txt`, { type: 'text/plain' }))
    const response = await fetch(`${app.url}${path}/files`, { method: 'POST', headers, body: form })
    if (!response.ok) throw new Error(`Upload failed: ${response.status} ${await response.text()}`)
  }
  for (let at = 0; at < corpus.length; at += UPLOADS_AT_ONCE)
    await Promise.all(corpus.slice(at, at + UPLOADS_AT_ONCE).map(upload))
  await allRead(async () => (await app.call('GET', path, token)).body, corpus.length)
  return {
    call: async (method, address, sent) => {
      const { status, body } = await app.call(method, address, token, sent)
      if (status >= 300) throw new Error(`${method} ${address}: ${status} ${JSON.stringify(body)}`)
      return body
    },
    base: path,
    stop: () => app.stop(),
    async ask(question): Promise<Answer> {
      const { body } = await app.call('POST', `${path}/query`, token, { question, top_k: PASSAGES })
      const names = (body.passages as { filename: string }[]).map(({ filename }) =>
        filename.replace(/\.txt$/, ''),
      )
      return { documents: [...new Set(names)], grade: body.grade }
    },
  }
}

async function allRead(
  detail: () => Promise<{ counts: { by_status: Record<string, number> } }>,
  count: number,
): Promise<void> {
  for (;;) {
    const { by_status: status } = (await detail()).counts
    if ((status['completed'] ?? 0) + (status['failed'] ?? 0) >= count) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
