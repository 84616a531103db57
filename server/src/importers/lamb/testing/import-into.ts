import { readConfig } from '../../../platform/config.ts'
import type { OpenTestDatabase, TestDatabase } from '../../../platform/db/testing.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import { type ImportPaths, importLamb } from '../import-lamb.ts'
import type { ImportDeps, ImportOptions } from '../import-run.ts'
import type { ImportReport } from '../report.ts'

export const BOX = createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2))

/** A database with nothing but the system organization. */
export async function newInstallation(open: OpenTestDatabase): Promise<TestDatabase> {
  const opened = await open()
  const row = { slug: 'system', name: 'System Organization', config: '{}', created_at: 1, updated_at: 1 }
  await opened.db
    .insertInto('organizations')
    .values({ ...row, is_system: 1 })
    .execute()
  return opened
}

export const importInto = (
  target: TestDatabase,
  paths: ImportPaths,
  options: Partial<ImportOptions> = {},
  deps: Partial<ImportDeps> = {},
): Promise<ImportReport> =>
  importLamb(
    {
      db: target.db,
      databaseKind: target.kind,
      box: BOX,
      storage: createDiskStorage(target.dataDir),
      config: readConfig({ PUBLIC_URL: 'https://bw.example.edu' }),
      // Only documents need them, and those tests run the command.
      knowledge: undefined as never,
      client: undefined as never,
      onProgress: () => undefined,
      ...deps,
    },
    paths,
    { dryRun: false, onConflict: 'refuse', existing: 'refuse', trustAddresses: false, ...options },
  )
