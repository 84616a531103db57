import { openDatabase } from '../open-database.ts'

// A separate process that inserts rows until a test kills it. It prints each key once the insert is acknowledged.
const { db } = await openDatabase({ dataDir: process.argv[2] ?? '' })
for (let i = 0; ; i++) {
  const insert = (handle: typeof db) =>
    handle
      .insertInto('rate_limits')
      .values({ key: String(i), points: i, expire: null })
      .execute()
  await (i % 2 ? insert(db) : db.transaction().execute(insert))
  process.stdout.write(`${i}\n`)
}
