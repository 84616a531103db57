import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../../../../test/harness/rounds.ts'
import { testProgram } from '../../../../test/harness/test-program.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { requireAllThere } from '../retention/kept-contents.testing.ts'
import { EACH_KIND, type Fixture, openFixture } from '../testing.ts'
import type { Asked, Told } from './instance.testing.ts'

const ROUNDS = rounds(25)

describeOnEachDatabase('two instances', (open) => {
  describe.each(EACH_KIND)('of a workspace ($kind)', ({ kind }) => {
    let fixture: Fixture
    const processes: ChildProcess[] = []
    beforeAll(async () => {
      fixture = await openFixture({ kind }, open)
      const { url, dataDir } = fixture.database
      const args = [url, dataDir, fixture.dataDir, fixture.workspace.id, kind]
      for (let number = 0; number < 2; number++)
        processes.push(fork(testProgram('workspace-instance'), args, { execArgv: [] }))
      await Promise.all(processes.map((one) => once(one, 'message')))
    }, 60_000)
    afterAll(async () => {
      for (const one of processes) one.kill('SIGKILL')
      await fixture.close()
    })

    /** Each process gets its own list and works on all of it at once. */
    const ask = async (...lists: Asked[][]): Promise<Told[][]> =>
      Promise.all(
        lists.map(async (list, number) => {
          const reply = once(processes[number]!, 'message')
          processes[number]!.send(list)
          return (await reply)[0]
        }),
      )
    const isDone = (told: Told): told is { hash: string } => 'hash' in told

    const requireSupport = (skip: (condition: boolean, note: string) => void) =>
      skip(
        kind === 'disk' && fixture.database.url.startsWith('sqlite'),
        'SKIPPED: with SQLite and files on disk there is one instance',
      )

    it(`${ROUNDS} rounds of conflicting If-Match writes: one of two succeeds, and none is lost`, async ({
      skip,
    }) => {
      requireSupport(skip)
      let { hash } = await fixture.workspaces.files.write(fixture.workspace, {
        path: 'a.txt',
        bytes: Buffer.from('begin\n'),
        userId: 1,
      })
      for (let round = 0; round < ROUNDS; round++) {
        const write = (who: string): Asked[] => [
          { path: 'a.txt', text: `${who} ${round}\n`, ifMatch: hash ?? '' },
        ]
        const results = (await ask(write('one'), write('two'))).flat()
        expect({ round, done: results.filter(isDone).length }).toEqual({ round, done: 1 })
        expect(results.find((one) => !isDone(one))).toEqual({ refused: 'stale_read' })
        hash = results.find(isDone)?.hash ?? null
        const now = await fixture.workspaces.files.read(fixture.workspace, 'a.txt')
        expect(now.hash).toBe(hash)
      }
    }, 180_000)

    it('simultaneous edits of different files all succeed, and the last checkpoint has them all', async ({
      skip,
    }) => {
      requireSupport(skip)
      const files = (who: string): Asked[] =>
        Array.from({ length: 20 }, (_, number) => ({
          path: `folder/${who}-${number}.txt`,
          text: `${who}\n`,
        }))
      const [one, two] = [files('one'), files('two')]
      const results = (await ask(one, two)).flat()
      expect(results.filter((each) => !isDone(each))).toEqual([])
      for (const { path, text } of [...one, ...two]) expect(await fixture.files.text(path)).toBe(text)
      const [last] = await fixture.workspaces.checkpoints.list(fixture.workspace, { limit: 1 })
      const { changed_files } = await fixture.workspaces.checkpoints.diff(
        fixture.workspace,
        last?.id ?? '',
        undefined,
      )
      expect(changed_files).toEqual([])
      await requireAllThere({ ...fixture, kind, workspaceId: fixture.workspace.id })
    }, 60_000)
  })
})
