import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startDatabaseProxy } from '../../../../test/harness/database-proxy.ts'
import { openDatabase } from '../open-database.ts'
import { describeOnPostgres } from '../testing.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxDatabase } from './outbox-database.ts'

describeOnPostgres('a write whose commit was interrupted', (open) => {
  async function start() {
    const { db, url, dataDir } = await open()
    const proxy = await startDatabaseProxy(new URL(url))
    const through = await openDatabase({ url: proxy.url, dataDir })
    const folder = join(mkdtempSync(join(tmpdir(), 'bellwether-outbox-')), 'unsaved')
    const outbox = createOutbox({
      database: createOutboxDatabase(through.db, 'postgres'),
      folder,
      onError: () => undefined,
      minDelayMs: 1,
      patienceMs: 200,
    })
    const points = outbox.writer<number>('points', async (tx, added) => {
      await tx
        .insertInto('rate_limits')
        .values({ key: 'k', points: added, expire: null })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet((row) => ({ points: row('rate_limits.points', '+', added) })),
        )
        .execute()
    })
    onTestFinished(async () => {
      await outbox.close()
      await through.close()
      proxy.close()
    })
    await points.write(1)
    const written = () => db.selectFrom('rate_limits').select('points').execute()
    return { proxy, outbox, points, folder, written }
  }

  it.each([
    ['succeeded', 'cutAfterCommit' as const],
    ['never arrived', 'cutBeforeCommit' as const],
  ])('is made once if the commit %s', async (_name, loseCommit) => {
    const { proxy, outbox, points, written } = await start()
    proxy[loseCommit]()
    await points.write(10)
    await expect.poll(() => outbox.waiting).toBe(0)
    expect(await written()).toEqual([{ points: 11 }])
  })

  it('is on disk soon and made once if the database stops responding', async () => {
    const { proxy, outbox, points, folder, written } = await start()
    proxy.freeze()
    await points.write(10)
    expect(readdirSync(folder)).toHaveLength(1)
    proxy.cut()
    proxy.mend()
    await expect.poll(() => outbox.waiting).toBe(0)
    expect(await written()).toEqual([{ points: 11 }])
  })
})
