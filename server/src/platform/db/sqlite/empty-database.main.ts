import { chmod, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { openDatabase } from '../open-database.ts'

// For the build: creates the database that new installations start with.
const [file = ''] = process.argv.slice(2)
const database = await openDatabase({ url: `sqlite:${file}`, dataDir: dirname(file) })
await database.migrate()
await database.emptyLog()
await database.close()
const log = await stat(`${file}-wal`).catch(() => undefined)
if (log !== undefined && log.size > 0)
  throw new Error(`${file} is not complete: its log could not be emptied`)
// Readable for the account that runs the server, which is not the one that installed it.
await chmod(file, 0o644)
for (const rest of [`${file}-wal`, `${file}-shm`]) await rm(rest, { force: true })
