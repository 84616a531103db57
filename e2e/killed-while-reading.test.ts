import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { type KillableServer, startKillable } from './killable-server.ts'
import { post, until } from './server-process.ts'

const FILES = 100
const KILLS = 3

/** Long enough that a kill interrupts some of them. */
const textOf = (at: number) =>
  Array.from(
    { length: 200 },
    (_, line) => `Lesson ${at}, line ${line}, is about topic${at} and word${(at * line) % 97}.`,
  ).join('\n\n')

onEachDatabase('a server that is killed while it processes documents ($name)', ({ env }) => {
  let server: KillableServer
  beforeAll(async () => {
    server = await startKillable(await env(), 'knowledge_files')
  })
  afterAll(async () => {
    await server?.end()
  })

  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
  const get = async (path: string): Promise<any> =>
    (await fetch(server.url + path, { headers: { authorization: `Bearer ${server.token}` } })).json()

  it('processes every document exactly once and leaves nothing behind', async () => {
    const base = (await post(`${server.url}/creator/knowledgebases`, { name: 'course' }, server.token)).body
      .kb_id
    const place = `/creator/knowledgebases/kb/${base}`
    for (let at = 0; at < FILES; at += 10) {
      const form = new FormData()
      for (let one = at; one < at + 10; one++)
        form.append('files', new File([textOf(one)], `lesson-${one}.txt`))
      const sent = await fetch(`${server.url}${place}/files`, {
        method: 'POST',
        headers: { authorization: `Bearer ${server.token}` },
        body: form,
      })
      expect(sent.status).toBe(200)
    }
    const completed = async () => (await get(`${place}/ingestion-status`)).by_status.completed as number
    for (let turn = 1; turn <= KILLS; turn++) {
      const enough = (FILES * turn) / (KILLS + 2)
      await until(async () => (await completed()) >= enough || undefined, 60_000)
      await server.kill()
      await server.start()
    }
    await until(async () => (await completed()) === FILES || undefined, 90_000)
    const { items, total } = await get(`${place}/ingestion-jobs?limit=200`)
    expect(total).toBe(FILES)
    expect(new Set(items.map((item: { original_filename: string }) => item.original_filename)).size).toBe(
      FILES,
    )
    for (const at of [0, 41, 99]) {
      const { body } = await post(
        `${server.url}${place}/query`,
        { query_text: `topic${at}`, plugin_params: { top_k: 20 } },
        server.token,
      )
      const results = body.results as { data: string; metadata: { filename: string } }[]
      expect(new Set(results.map(({ metadata }) => metadata.filename))).toEqual(new Set([`lesson-${at}.txt`]))
      expect(new Set(results.map(({ data }) => data)).size).toBe(results.length)
    }
  }, 240_000)
})
