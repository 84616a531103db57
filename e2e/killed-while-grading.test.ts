import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draft } from '../server/src/modules/rubrics/testing.ts'
import { gradesAsWritten } from '../server/test/grading/grading.testing.ts'
import { startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'
import { post, type ServerProcess, startServer, until } from './server-process.ts'

const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }
const WORKS = 12

describe.each(eachDatabase())('a server that is killed while it grades works ($name)', ({ env }) => {
  let dataDir: string
  let settings: Record<string, string>
  let server: ServerProcess
  let token: string
  /** The model stops answering after `most` answers. */
  let answers = 0
  let most = 3
  const upstream = startFakeUpstream((response, seen) => {
    if (answers >= most) return
    answers += 1
    return gradesAsWritten(response, seen)
  })
  const start = async () => {
    server = await startServer(settings)
    token = (await post(`${server.url}/creator/login`, ADMIN)).body.data.token
  }
  const kill = async () => {
    server.child.kill('SIGKILL')
    await server.exited
  }
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'bellwether-kill-'))
    settings = {
      ...(await env()),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(await upstream).settings,
    }
    await start()
  })
  afterAll(async () => {
    await kill()
    await (await upstream).stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('keeps the grades it has, and grades the rest after a restart', async () => {
    const send = async (path: string, body: object) => (await post(server.url + path, body, token)).body
    const { rubric } = await send('/creator/rubrics', draft('Orienteering'))
    const base = `/rubrics/${rubric.rubric_id}/gradings`
    const path = `${base}/${(await send(base, {})).id}`
    for (let at = 1; at <= WORKS; at++)
      await send(`${path}/works`, { name: `Work ${at}`, text: `This is work ${at} [Found, Clear]` })
    await send(`${path}/start`, {})
    const read = async () => {
      const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })
      // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
      return (await answer.json()) as any
    }
    // Two works are in progress when the server is killed.
    await until(async () => {
      const { counts } = await read()
      return (counts.graded === 3 && counts.grading === 2) || undefined
    }, 30_000)
    await kill()
    most = Number.POSITIVE_INFINITY
    await start()
    // On PostgreSQL the lease of the killed process has to expire first.
    await until(async () => (await read()).state === 'completed' || undefined, 60_000)
    const { counts, works } = await read()
    expect(counts).toMatchObject({ total: WORKS, graded: WORKS, failed: 0 })
    expect(works.every(({ score }: { score: number }) => score === 10)).toBe(true)
    // Each work was graded once.
    expect(answers).toBe(WORKS)
  })
})
