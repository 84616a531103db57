import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startDatabaseProxy } from '../../../../test/harness/database-proxy.ts'
import { openDatabase } from '../open-database.ts'
import { describeOnPostgres } from '../testing.ts'
import { createOutbox } from './outbox.ts'
import { createOutboxDatabase } from './outbox-database.ts'

describeOnPostgres('a write whose commit was interrupted', (open) => {
  it.each([
    ['succeeded', 'cutAfterCommit' as const],
    ['never arrived', 'cutBeforeCommit' as const],
  ])('is made once if the commit %s', async (_name, loseCommit) => {
    const { db, url, dataDir } = await open()
    const proxy = await startDatabaseProxy(new URL(url))
    const through = await openDatabase({ url: proxy.url, dataDir })
    const outbox = createOutbox({
      database: createOutboxDatabase(through.db, 'postgres'),
      folder: join(mkdtempSync(join(tmpdir(), 'bellwether-outbox-')), 'unsaved'),
      onError: () => undefined,
      minDelayMs: 1,
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
    await points.write(1)
    proxy[loseCommit]()
    await points.write(10)
    await expect.poll(() => outbox.waiting).toBe(0)
    expect(await db.selectFrom('rate_limits').select('points').execute()).toEqual([{ points: 11 }])
    await outbox.close()
    await through.close()
    proxy.close()
  })
})
