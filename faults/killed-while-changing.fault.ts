import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { writeZip } from '../server/src/modules/knowledge/documents/zip/zip.testing.ts'
import { ZipArchive } from '../server/src/platform/zip/zip-archive.ts'
import { callAt } from '../server/test/harness/instances.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import { createSite, pause, print, signIn } from './support.ts'

const KILLS = 12
const ASSISTANTS = 120
const FILES = 150
/** More than connections hold by themselves. */
const LARGE = { files: 100, bytes: 300_000 }
const LIMITS = {
  milliseconds: 60_000,
  entries: 10_000,
  expandedBytes: 100_000_000,
  partBytes: 1_000_000,
  ratio: 10_000,
  ratioFromBytes: 100_000_000,
}

type Body = string | Uint8Array<ArrayBuffer>

/** A server that is killed while it answers, and started again. */
async function startSite(env: Record<string, string>) {
  const site = await createSite(env)
  let server = await site.start()
  let token = await signIn(server.url)
  const request = (method: string, path: string, body?: Body) =>
    fetch(server.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': typeof body === 'string' ? 'application/json' : 'application/zip',
      },
      ...(body === undefined ? {} : { body }),
    })
  async function restart(): Promise<void> {
    server.child.kill('SIGKILL')
    await server.exited
    server = await site.start()
    token = await signIn(server.url)
  }

  return {
    request,
    call: (method: string, path: string, body?: unknown) => callAt(server.url + path, method, token, body),

    /** The status and how long it took. */
    async send(path: string, body: Body): Promise<{ status: number; ms: number }> {
      const startedAt = performance.now()
      const response = await request('POST', path, body)
      await response.arrayBuffer()
      return { status: response.status, ms: performance.now() - startedAt }
    },

    /** Kills the server this long after the request, or as soon as it has answered. The status is undefined without an answer. */
    async sendAndKill(path: string, body: Body, afterMs: number): Promise<number | undefined> {
      const answer = request('POST', path, body).then(
        ({ status }) => status,
        () => undefined,
      )
      await Promise.race([answer, pause(afterMs)])
      await restart()
      return answer
    },

    /** Kills the server after the first piece of a download. Whether the rest seemed to be complete. */
    async isCompleteAfterKill(path: string): Promise<boolean> {
      const reader = (await request('GET', path)).body?.getReader()
      await reader?.read()
      await restart()
      try {
        while (!(await reader?.read())?.done);
        return true
      } catch {
        return false
      }
    },
  }
}

/** Moments spread over a request that takes this long, and one after it. */
const momentsOf = (tookMs: number) =>
  Array.from({ length: KILLS }, (_, at) => ((at + 1) * tookMs * 1.2) / KILLS)

onEachDatabase('kill -9 during large changes ($name)', ({ name, env }) => {
  it('everything is handed over or nothing is, and what was acknowledged is in the audit log', async () => {
    const { call, send, sendAndKill } = await startSite(await env())
    const [me] = (await call('GET', '/creator/users')).body.data
    const makePerson = async (person: string): Promise<number> => {
      const draft = { email: `${person}@example.edu`, name: person, password: 'long enough', role: 'user' }
      await call('POST', '/creator/admin/users/create', { ...draft, user_type: 'creator' })
      const { data } = (await call('GET', '/creator/users')).body
      return data.find(({ email }: { email: string }) => email === draft.email).id
    }
    let [from, to] = [await makePerson('ana'), await makePerson('ben')]
    for (let at = 0; at < ASSISTANTS; at++)
      await call('POST', '/assistants', { name: `assistant ${at}`, metadata: { connector: 'bypass' } })
    const pathOf = (person: number) => `/organizations/${me.organization.slug}/members/${person}`
    const orderTo = (person: number) => JSON.stringify({ to: person })
    const owned = async (person: number): Promise<number> =>
      (await call('GET', `${pathOf(person)}/possessions`)).body.total
    expect((await send(`${pathOf(me.id)}/hand-over`, orderTo(to))).status).toBe(200)
    const { status, ms } = await send(`${pathOf(to)}/hand-over`, orderTo(from))
    expect([status, await owned(from)]).toEqual([200, ASSISTANTS])

    const figures = { acknowledged: 2, 'done without an answer': 0 }
    for (const moment of momentsOf(ms)) {
      const isAcknowledged = (await sendAndKill(`${pathOf(from)}/hand-over`, orderTo(to), moment)) === 200
      const [remaining, handedOver] = [await owned(from), await owned(to)]
      expect([0, ASSISTANTS]).toContain(handedOver)
      expect(remaining + handedOver).toBe(ASSISTANTS)
      if (isAcknowledged) expect(handedOver).toBe(ASSISTANTS)
      if (isAcknowledged) figures.acknowledged++
      else if (handedOver > 0) figures['done without an answer']++
      if (handedOver > 0) [from, to] = [to, from]
    }
    const { entries } = (await call('GET', '/audit?limit=200&action=member.hand_over')).body
    const requests = (await call('GET', '/audit?limit=200&action=hand-over')).body.entries
    print(`kill -9 × ${KILLS} during hand-overs, ${name}`, {
      objects: ASSISTANTS,
      'one takes (ms)': ms,
      ...figures,
      'in the audit log': entries.length,
    })
    expect(entries.length).toBeGreaterThanOrEqual(figures.acknowledged)
    expect(requests.length).toBeGreaterThanOrEqual(figures.acknowledged)
  })

  it('what was acknowledged is in the audit log, also of changes that educators make', async () => {
    const { call, sendAndKill } = await startSite(await env())
    const { id } = (await call('POST', '/assistants', { name: 'tutor', metadata: { connector: 'bypass' } }))
      .body
    expect((await call('POST', `/assistants/${id}/publish`, { publish_status: true })).status).toBe(200)
    let acknowledged = 0
    for (let round = 0; round < KILLS; round++) {
      const status = await sendAndKill(`/assistants/${id}/links`, JSON.stringify({ kind: 'anyone' }), 10_000)
      if (status === 201) acknowledged++
    }
    const { links } = (await call('GET', `/assistants/${id}/links`)).body
    const { entries } = (await call('GET', '/audit?limit=200&action=link.create')).body
    print(`kill -9 × ${KILLS} right after the answer, ${name}`, { acknowledged, entries: entries.length })
    expect([links.length, entries.length, acknowledged]).toEqual([KILLS, KILLS, KILLS])
  })

  it('a zip is unpacked completely or not at all, and a download that broke off is noticed', async () => {
    const { call, request, send, sendAndKill, isCompleteAfterKill } = await startSite(await env())
    const { id } = (await call('POST', '/workspaces', { name: 'Notes' })).body
    const path = `/workspaces/${id}/zip`
    const zipOf = (round: number) =>
      new Uint8Array(
        writeZip(
          Array.from({ length: FILES }, (_, at) => ({
            name: `folder ${at % 10}/file ${at}.txt`,
            content: `${round} ${'content '.repeat(500)}`,
          })),
        ),
      )
    /** How many files are there, and of which uploads. */
    async function read() {
      const response = await request('GET', path)
      const archive = ZipArchive.open(Buffer.from(await response.arrayBuffer()), LIMITS)
      const rounds = new Set<number>()
      for (const file of archive.names()) {
        const parts: Uint8Array[] = []
        for await (const part of archive.read(file)) parts.push(part)
        rounds.add(Number.parseInt(Buffer.concat(parts).toString(), 10))
      }
      return { files: archive.names().length, rounds: [...rounds] }
    }
    const { status, ms } = await send(path, zipOf(0))
    expect([status, await read()]).toEqual([200, { files: FILES, rounds: [0] }])

    const figures = { acknowledged: 1, 'done without an answer': 0, partial: 0, lost: 0 }
    for (const [at, moment] of momentsOf(ms).entries()) {
      const round = at + 1
      const isAcknowledged = (await sendAndKill(path, zipOf(round), moment)) === 200
      const { files, rounds } = await read()
      const isDone = rounds.includes(round)
      if (files !== FILES || rounds.length !== 1) figures.partial++
      if (isAcknowledged) figures.acknowledged++
      if (isAcknowledged && !isDone) figures.lost++
      if (!isAcknowledged && isDone) figures['done without an answer']++
    }
    print(`kill -9 × ${KILLS} during uploads of a zip, ${name}`, {
      files: FILES,
      'one takes (ms)': ms,
      ...figures,
    })
    expect(figures).toMatchObject({ partial: 0, lost: 0 })

    const noise = Array.from({ length: LARGE.files }, (_, at) => ({
      name: `noise/${at}.bin`,
      content: randomBytes(LARGE.bytes),
    }))
    expect((await send(path, new Uint8Array(writeZip(noise)))).status).toBe(200)
    expect(await isCompleteAfterKill(path)).toBe(false)
    expect((await read()).files).toBe(FILES + LARGE.files)
  })
})
