import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { type Desk, EACH_KIND, openDesk, rootOf } from '../testing.ts'
import { listStore, readObject, requireAllThere } from './kept-contents.testing.ts'
import { createWorkspaceRetention, type RetentionDeps } from './retention.ts'

const HOUR_MS = 3_600_000
const fail = (error: unknown) => {
  throw error
}

describeOnEachDatabase('retention of workspaces', (open) => {
  describe.each(EACH_KIND)('$kind', ({ kind }) => {
    let desk: Desk
    beforeAll(async () => {
      desk = await openDesk({ kind }, open)
    })
    beforeEach(async () => {
      const { id } = await desk.workspaces.create(desk.ana, { name: 'Desk' })
      desk.workspace = await desk.workspaces.open(desk.ana, 'edit', id)
    })
    afterEach(async () => {
      vi.useRealTimers()
      await desk.workspaces.remove(desk.ana, desk.workspace.id)
    })
    afterAll(() => desk.close())

    const edit = (path: string, content: string | null) =>
      desk.workspaces.editFile(desk.workspace, {
        path,
        by: { userId: desk.ana.userId, tool: 'test' },
        plan: () => (content === null ? 'delete' : { bytes: Buffer.from(content) }),
      })
    const tidy = (more: Partial<RetentionDeps> = {}) =>
      createWorkspaceRetention({
        db: desk.db,
        folders: desk.workspaces.folders,
        objects: desk.workspaces.objects,
        keepEdits: 10,
        batchSize: 7,
        ...more,
      }).tidy({ signal: new AbortController().signal, onError: fail })
    const edits = () => desk.workspaces.edits.list(desk.workspace, { limit: 1000 })
    const checkpoints = () => desk.workspaces.checkpoints.list(desk.workspace, { limit: 1000 })
    const kept = () => ({ db: desk.db, dataDir: desk.dataDir, kind, workspaceId: desk.workspace.id })
    const store = () => listStore(kept())
    const allThere = () => requireAllThere(kept())
    /** As if this much time had gone by since anything was written or set aside. */
    const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)
    const startClock = () => vi.useFakeTimers({ toFake: ['Date'] })

    it('keeps the newest edits with their checkpoints, and what was approved; the rest goes with its contents', async () => {
      startClock()
      await edit('approved.txt', 'approved\n')
      await desk.workspaces.checkpoints.approve(desk.workspace, desk.ana.userId)
      wait(HOUR_MS)
      await sql`update workspaces set approved_at = ${Math.floor(Date.now() / 1000)} where id = ${desk.workspace.id}`.execute(
        desk.db,
      )
      await edit('approved.txt', null)
      for (let turn = 0; turn < 40; turn++) await edit('deep/a.txt', `turn ${turn}\n`)
      // Approved again: what came before may go.
      wait(2 * HOUR_MS)
      await sql`update workspaces set approved_at = ${Math.floor(Date.now() / 1000)} where id = ${desk.workspace.id}`.execute(
        desk.db,
      )
      // Messages without an edit push no checkpoint of an edit out.
      for (let turn = 0; turn < 15; turn++)
        await desk.workspaces.checkpoints.checkpointFor(desk.workspace, 'message')
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
      expect(aside.aside.length).toBeGreaterThan(40)
      expect(aside.objects.length + aside.aside.length).toBe(before.objects.length)
      const needed = await allThere()
      expect((await store()).aside).toEqual(aside.aside)
      wait(25 * HOUR_MS)
      await tidy()
      expect(await store()).toMatchObject({ aside: [], odd: [] })
      expect((await store()).objects).toHaveLength(needed)

      // The approved files can still be restored.
      await desk.workspaces.checkpoints.reset(desk.workspace, desk.ana.userId)
      expect(await desk.files.text('approved.txt')).toBe('approved\n')
      await desk.workspaces.checkpoints.restore(desk.workspace, left[3]?.checkpoint ?? '', desk.ana.userId)
      expect(await desk.files.text('deep/a.txt')).toBe('turn 36\n')
      await desk.workspaces.edits.list(desk.workspace, { limit: 5 })
    })

    it('keeps unapproved edits, up to ten times the limit', async () => {
      for (let turn = 0; turn < 30; turn++) await edit('a.txt', `turn ${turn}\n`)
      await tidy()
      expect(await edits()).toHaveLength(30)
      expect(await checkpoints()).toHaveLength(31)
      await tidy({ keepEdits: 2 })
      expect(await edits()).toHaveLength(20)
      expect(await checkpoints()).toHaveLength(20)
      await allThere()
    })

    it('what was set aside comes back when it is read, and when something refers to it again', async () => {
      startClock()
      const done = await edit('a.txt', 'once\n')
      const hash = done.hash ?? ''
      await edit('a.txt', 'twice\n')
      const forget = () => sql`delete from workspace_edits`.execute(desk.db)
      await forget()
      await sql`delete from workspace_checkpoints where id = ${Number(done.checkpoint)}`.execute(desk.db)
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
      values (${desk.workspace.id}, 'a.txt', 'change', 'test', ${hash}, 0, 0, 1)`.execute(desk.db)
      wait(25 * HOUR_MS)
      await tidy()
      expect((await store()).aside).not.toContain(hash)
      await allThere()
      await forget()
    })

    it('a checkpoint of a file that was looked at days before has its content', async () => {
      startClock()
      await desk.files.put('a.txt', 'by hand\n')
      wait(10_000)
      // Seen, and known by its times from now on; but nothing refers to it.
      await desk.workspaces.checkpoints.changes(desk.workspace)
      for (let day = 0; day < 3; day++) {
        wait(25 * HOUR_MS)
        await tidy()
      }
      await edit('b.txt', 'b\n')
      await desk.workspaces.checkpoints.checkpointFor(desk.workspace, 'message')
      await allThere()
    })

    it.runIf(kind === 'disk')('removes what crashes have left, when it is old', async () => {
      const state = join(desk.dataDir, 'workspaces', desk.workspace.id, 'state')
      await edit('a.txt', 'a\n')
      const [some = ''] = (await store()).objects
      const torn = join(state, 'objects', some.slice(0, 2), `${some.slice(2)}.torn`)
      const zip = join(state, 'incoming', 'zip-1')
      const staged = join(rootOf(desk.workspace), '.bellwether-staged-1')
      await mkdir(zip, { recursive: true })
      for (const place of [torn, join(zip, '0'), staged]) await writeFile(place, 'half')
      await tidy()
      expect([torn, zip, staged].map(existsSync)).toEqual([true, true, true])
      const old = new Date(Date.now() - 25 * HOUR_MS)
      for (const place of [torn, zip, staged, join(state, 'swept')]) await utimes(place, old, old)
      await tidy()
      expect([torn, zip, staged].map(existsSync)).toEqual([false, false, false])
      expect(await desk.files.text('a.txt')).toBe('a\n')
    })

    it('edits that go on meanwhile lose nothing', async () => {
      let isDone = false
      const people = Array.from({ length: 6 }, async (_, who) => {
        for (let turn = 0; turn < 25; turn++)
          await edit(`folder ${who % 3}/${who}.txt`, `content ${(who + turn) % 9}\n`)
      })
      const tidying = (async () => {
        for (; !isDone; await pause(1)) await tidy({ keepEdits: 10, ageMs: 400 })
      })()
      await Promise.all(people)
      isDone = true
      await tidying
      await allThere()
      for (const one of (await edits()).slice(0, 5).filter(({ undoes }) => undoes === null)) {
        const { path } = one
        const isLast = (await edits()).find((other) => other.path === path)?.id === one.id
        if (isLast) await desk.workspaces.edits.undo(desk.workspace, one.id, { userId: null })
      }
      await allThere()
    }, 60_000)

    it('kill -9 in the middle of it leaves everything that is referred to', async () => {
      const script = fileURLToPath(new URL('./crash.testing.ts', import.meta.url))
      const args = [desk.database.url, desk.database.dataDir, desk.dataDir, desk.workspace.id, kind]
      for (const delay of [0, 50]) {
        const child = spawn(process.execPath, ['--import', 'tsx', script, ...args, String(delay)], {
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
})
