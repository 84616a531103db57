import { existsSync } from 'node:fs'
import { type Config, SettingsError } from '../platform/config.ts'
import { sqliteFile } from '../platform/db/open-database.ts'

/** Opening a SQLite file that does not exist would create an empty one. */
export function requireDatabase({
  DATABASE_URL: url,
  DATA_DIR: folder,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): void {
  if (url !== undefined && !url.startsWith('sqlite:')) return
  const file = sqliteFile(url, folder)
  if (!existsSync(file))
    throw new SettingsError(`No database found at ${file}. Set DATA_DIR or DATABASE_URL as for the server.`)
}
