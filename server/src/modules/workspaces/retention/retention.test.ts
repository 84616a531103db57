import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { rounds } from '../../../../test/harness/rounds.ts'
import { testProgram } from '../../../../test/harness/test-program.ts'
import { describeOnEachStorage } from '../each-storage.testing.ts'
import { type Fixture, openFixture, rootOf } from '../testing.ts'
import { listStore, makeOld, readObject, requireAllThere } from './kept-contents.testing.ts'
import { createWorkspaceRetention, type RetentionDeps } from './retention.ts'

const HOUR_MS = 3_600_000
const fail = (error: unknown) => {
  throw error
}

describeOnEachStorage('retention of workspaces', ({ kind, open }) => {
  let fixture: Fixture
  beforeAll(async () => {
    fixture = await openFixture({ kind }, open)
  })
  beforeEach(async () => {
    const { id } = await fixture.workspaces.create(fixture.ana, { name: 'Lab' })
    fixture.workspace = await fixture.workspaces.open(fixture.ana, 'edit', id)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await fixture.workspaces.remove(fixture.ana, fixture.workspace.id)
  })
  afterAll(() => fixture.close())

  const edit = (path: string, content: string | null) =>
    fixture.workspaces.editFile(fixture.workspace, {
      path,
      by: { userId: fixture.ana.userId, tool: 'test' },
      plan: () => (content === null ? 'delete' : { bytes: Buffer.from(content) }),
    })
  const tidy = (more: Partial<RetentionDeps> = {}) =>
    createWorkspaceRetention({
      db: fixture.db,
      folders: fixture.workspaces.folders,
      objects: fixture.workspaces.objects,
      keepEdits: 10,
      batchSize: 7,
      ...more,
    }).tidy({ signal: new AbortController().signal, onError: fail })
  const edits = () => fixture.workspaces.edits.list(fixture.workspace, { limit: 1000 })
  const checkpoints = () => fixture.workspaces.checkpoints.list(fixture.workspace, { limit: 1000 })
  const kept = () => ({ db: fixture.db, dataDir: fixture.dataDir, kind, workspaceId: fixture.workspace.id })
  const store = () => listStore(kept())
  const allThere = () => requireAllThere(kept())
  /** As if this much time had gone by since anything was written or set aside. */
  const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)
  /** Contents that no row refers to, for so long that the next round sets them aside. */
  const leaveUnused = async (contents: readonly string[]) => {
    const objects = fixture.workspaces.objects.of(fixture.workspace.id)
    const hashes = await Promise.all(contents.map((content) => objects.put(Buffer.from(content))))
    await makeOld(kept(), hashes)
  }
  const startClock = () => vi.useFakeTimers({ toFake: ['Date'] })

  it('keeps the newest edits with their checkpoints and the approved state; the rest is deleted with its contents', async () => {
    startClock()
    await edit('approved.txt', 'approved\n')
    await fixture.workspaces.checkpoints.approve(fixture.workspace, fixture.ana.userId)
    wait(HOUR_MS)
    await sql`update workspaces set approved_at = ${Math.floor(Date.now() / 1000)} where id = ${fixture.workspace.id}`.execute(
      fixture.db,
    )
    await edit('approved.txt', null)
    for (let turn = 0; turn < 20; turn++) await edit('deep/a.txt', `turn ${turn}\n`)
    // Approved again: what came before may go.
    wait(2 * HOUR_MS)
    await sql`update workspaces set approved_at = ${Math.floor(Date.now() / 1000)} where id = ${fixture.workspace.id}`.execute(
      fixture.db,
    )
    // Messages without an edit push no checkpoint of an edit out.
    for (let turn = 0; turn < 15; turn++)
      await fixture.workspaces.checkpoints.checkpointFor(fixture.workspace, 'message')
    await tidy()

    const left = await edits()
    expect(left).toHaveLength(10)
    const ids = new Set((await checkpoints()).map((one) => one.id))
    expect(left.every((one) => one.checkpoint !== null && ids.has(one.checkpoint))).toBe(true)
    // 15 since the approval, and one of each edit.
    expect(ids.size).toBe(25)

    const before = await store()
    wait(25 * HOUR_MS)
    await tidy()
    const aside = await store()
    expect(aside.aside.length).toBeGreaterThan(20)
    expect(aside.objects.length + aside.aside.length).toBe(before.objects.length)
    const needed = await allThere()
    expect((await store()).aside).toEqual(aside.aside)
    wait(25 * HOUR_MS)
    await tidy()
    expect(await store()).toMatchObject({ aside: [], odd: [] })
    expect((await store()).objects).toHaveLength(needed)

    // The approved files can still be restored.
    await fixture.workspaces.checkpoints.reset(fixture.workspace, fixture.ana.userId)
    expect(await fixture.files.text('approved.txt')).toBe('approved\n')
    await fixture.workspaces.checkpoints.restore(
      fixture.workspace,
      left[3]?.checkpoint ?? '',
      fixture.ana.userId,
    )
    expect(await fixture.files.text('deep/a.txt')).toBe('turn 16\n')
    await fixture.workspaces.edits.list(fixture.workspace, { limit: 5 })
  })

  it('keeps unapproved edits, up to ten times the limit', async () => {
    for (let turn = 0; turn < 13; turn++) await edit('a.txt', `turn ${turn}\n`)
    await tidy()
    expect(await edits()).toHaveLength(13)
    expect(await checkpoints()).toHaveLength(14)
    await tidy({ keepEdits: 1 })
    expect(await edits()).toHaveLength(10)
    expect(await checkpoints()).toHaveLength(10)
    await allThere()
  })

  it('restores objects that were set aside when they are read or referenced again', async () => {
    startClock()
    const done = await edit('a.txt', 'once\n')
    const hash = done.hash ?? ''
    await edit('a.txt', 'twice\n')
    const forget = () => sql`delete from workspace_edits`.execute(fixture.db)
    await forget()
    await sql`delete from workspace_checkpoints where id = ${Number(done.checkpoint)}`.execute(fixture.db)
    wait(25 * HOUR_MS)
    await tidy()
    expect((await store()).aside).toContain(hash)
    expect(String(await readObject(kept(), hash))).toBe('once\n')
    expect((await store()).aside).not.toContain(hash)
    wait(25 * HOUR_MS)
    await tidy()
    expect((await store()).aside).toContain(hash)
    // The same content again, by an edit that relies on its being there.
    await sql`insert into workspace_edits (workspace_id, path, kind, tool, before_hash, added, removed, created_at)
    values (${fixture.workspace.id}, 'a.txt', 'change', 'test', ${hash}, 0, 0, 1)`.execute(fixture.db)
    wait(25 * HOUR_MS)
    await tidy()
    expect((await store()).aside).not.toContain(hash)
    await allThere()
    await forget()
  })

  it('a checkpoint has the content of a file that was last read days before', async () => {
    startClock()
    await fixture.files.put('a.txt', 'by hand\n')
    wait(10_000)
    // Seen, and known by its times from now on; but nothing refers to it.
    await fixture.workspaces.checkpoints.changes(fixture.workspace)
    for (let day = 0; day < 3; day++) {
      wait(25 * HOUR_MS)
      await tidy()
    }
    await edit('b.txt', 'b\n')
    await fixture.workspaces.checkpoints.checkpointFor(fixture.workspace, 'message')
    await allThere()
  })

  it.runIf(kind === 'disk')('removes what crashes have left, when it is old', async () => {
    const state = join(fixture.dataDir, 'workspaces', fixture.workspace.id, 'state')
    await edit('a.txt', 'a\n')
    const [some = ''] = (await store()).objects
    const torn = join(state, 'objects', some.slice(0, 2), `${some.slice(2)}.torn`)
    const zip = join(state, 'incoming', 'zip-1')
    const staged = join(rootOf(fixture.workspace), '.bellwether-staged-1')
    await mkdir(zip, { recursive: true })
    for (const place of [torn, join(zip, '0'), staged]) await writeFile(place, 'half')
    await tidy()
    expect([torn, zip, staged].map(existsSync)).toEqual([true, true, true])
    const old = new Date(Date.now() - 25 * HOUR_MS)
    for (const place of [torn, zip, staged, join(state, 'swept')]) await utimes(place, old, old)
    await tidy()
    expect([torn, zip, staged].map(existsSync)).toEqual([false, false, false])
    expect(await fixture.files.text('a.txt')).toBe('a\n')
  })

  it('loses nothing of simultaneous edits', async () => {
    const contents = Array.from({ length: rounds(30) }, (_, number) => `content ${number}\n`)
    const tidying: Promise<void>[] = []
    /** The edit needs an object that is being set aside at this moment. */
    const editWhileTidying = (content: string, who: number) =>
      fixture.workspaces.editFile(fixture.workspace, {
        path: `folder ${who % 3}/${who % 6}.txt`,
        by: { userId: fixture.ana.userId, tool: 'test' },
        async plan() {
          await leaveUnused([content])
          tidying.push(tidy())
          return { bytes: Buffer.from(content) }
        },
      })
    await Promise.all(contents.map(editWhileTidying))
    await Promise.all(tidying)
    await allThere()
    for (const one of (await edits()).slice(0, 5).filter(({ undoes }) => undoes === null)) {
      const { path } = one
      const isLast = (await edits()).find((other) => other.path === path)?.id === one.id
      if (isLast) await fixture.workspaces.edits.undo(fixture.workspace, one.id, { userId: null })
    }
    await allThere()
  }, 60_000)

  it('kill -9 in the middle of it keeps everything that is referenced', async () => {
    const args = [fixture.database.url, fixture.database.dataDir, fixture.dataDir, fixture.workspace.id, kind]
    for (const delay of [0, 20]) {
      // Those that it needs again, and enough others to keep it busy.
      await leaveUnused(
        Array.from({ length: 300 }, (_, number) => `${'ab'[number % 2]} ${number >> 1} ${delay}\n`),
      )
      const child = spawn(process.execPath, [testProgram('retention-crash'), ...args, String(delay)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
      expect(child.exitCode).toBeNull()
      await pause(delay)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await allThere()
    }
    await tidy()
    await edit('deep/a.txt', 'and on\n')
    await allThere()
  }, 120_000)
})
