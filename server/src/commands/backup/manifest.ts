import * as z from 'zod'
import { SettingsError } from '../../platform/config.ts'

/** The first entry describes the archive; the last one shows that it is complete. */
export const MANIFEST = 'bellwether-backup.json'
export const SUMMARY = 'bellwether-backup-complete.json'
export const FORMAT = 1

export const manifestSchema = z.object({
  format: z.number(),
  version: z.string(),
  created_at: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  /** Rows per table. */
  tables: z.record(z.string(), z.number()),
  secrets: z.boolean(),
  /** Where the files were. In older archives they were on disk. */
  storage: z.enum(['disk', 'postgres', 's3']).optional(),
})
export type Manifest = z.infer<typeof manifestSchema>

export const summarySchema = z.object({ files: z.number(), bytes: z.number() })

/** The paths in an archive. */
export const SQLITE_ENTRY = 'database/bellwether.db'
/** Files of a storage that is neither a disk nor the database, by their keys. */
export const OBJECTS = 'objects'
export const tableEntry = (table: string): string => `database/${table}.jsonl`

/** In the root of many disks, and only readable by root. */
export const LOST_FOUND = 'lost+found'
/** In the data folder, while an archive is restored. */
export const UNPACKED_FOLDER = '.bellwether-restoring'

export function requireSameRows(expected: Record<string, number>, actual: Record<string, number>): void {
  const wrong = Object.keys(expected).filter((table) => expected[table] !== actual[table])
  if (wrong.length > 0) throw new SettingsError(`Rows are missing in this backup (${wrong.join(', ')}).`)
}
