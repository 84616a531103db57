/** @module-tag nightly */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { draft } from '../server/src/modules/rubrics/testing.ts'
import { gradesAsWritten } from '../server/test/grading/grading.testing.ts'
import { startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { type KillableServer, startKillable } from './killable-server.ts'
import { post, until } from './server-process.ts'

const WORKS = 12

onEachDatabase('a server that is killed while it grades works ($name)', ({ env }) => {
  let server: KillableServer
  /** The model stops answering after `most` answers. */
  let answers = 0
  let most = 3
  const upstream = startFakeUpstream((response, seen) => {
    if (answers >= most) return
    answers += 1
    return gradesAsWritten(response, seen)
  })
  beforeAll(async () => {
    server = await startKillable({ ...(await env()), ...(await upstream).settings }, 'graded_works')
  })
  afterAll(async () => {
    await server?.end()
    await (await upstream).stop()
  })

  it('keeps the grades it has, and grades the rest after a restart', async () => {
    const send = async (path: string, body: object) =>
      (await post(server.url + path, body, server.token)).body
    const { rubric } = await send('/creator/rubrics', draft('Orienteering'))
    const base = `/rubrics/${rubric.rubric_id}/gradings`
    const path = `${base}/${(await send(base, {})).id}`
    for (let at = 1; at <= WORKS; at++)
      await send(`${path}/works`, { name: `Work ${at}`, text: `This is work ${at} [Found, Clear]` })
    await send(`${path}/start`, {})
    const read = async () => {
      const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.token}` } })
      // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
      return (await answer.json()) as any
    }
    // Two works are in progress when the server is killed.
    await until(async () => {
      const { counts } = await read()
      return (counts.graded === 3 && counts.grading === 2) || undefined
    }, 30_000)
    await server.kill()
    most = Number.POSITIVE_INFINITY
    await server.start()
    await until(async () => (await read()).state === 'completed' || undefined, 60_000)
    const { counts, works } = await read()
    expect(counts).toMatchObject({ total: WORKS, graded: WORKS, failed: 0 })
    expect(works.every(({ score }: { score: number }) => score === 10)).toBe(true)
    // Each work was graded once.
    expect(answers).toBe(WORKS)
  })
})
