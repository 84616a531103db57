import { SettingsError } from '../../config.ts'
import { isBusy, isSqliteFault } from './sqlite-error.ts'
import { loadSqlite } from './sqlite-module.ts'

/** A server that was stopped may still be writing its last records. */
const WAIT_MS = 2000

/** The file that a server locks while it uses the database. */
export const lockFileOf = (file: string): string => `${file}-server`

/**
 * Makes sure that only one server uses the database: each caches permissions until its own next commit, and takes over
 * the jobs of a server that it believes to be dead. The operating system ends the lock with the process, even if it is
 * killed. Returns a function that ends it earlier.
 */
export async function holdSqlite(file: string, waitMs = WAIT_MS): Promise<() => void> {
  const open = await loadSqlite()
  const lock = open(lockFileOf(file), { readOnly: false })
  try {
    lock.exec(`pragma busy_timeout = ${waitMs}`)
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isSqliteFault(error) || !isBusy(error)) throw error
    throw new SettingsError(
      `Another server is using ${file}. Stop it, or choose another folder with DATA_DIR=… (with PostgreSQL, several servers can share a database).`,
    )
  }
  return () => lock.close()
}
