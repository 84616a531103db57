import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { SINGLE_INSTANCE } from '../../platform/db/instance-locks.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { copySqliteTemplate } from '../../platform/db/templates.testing.ts'
import type { OpenTestDatabase, TestDatabase } from '../../platform/db/testing.ts'
import { createDiskStorage } from '../../platform/storage/disk/disk-storage.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { createWorld } from '../assistants/testing.ts'
import { createFixtureFiles, type FixtureFiles } from './fixture-files.testing.ts'
import { createWorkspaces, type OpenWorkspace, type Workspaces, type WorkspacesDeps } from './index.ts'

/** Where the files of a workspace are. */
export type StorageKind = OpenWorkspace['kind']
export const EACH_KIND: { kind: StorageKind }[] = [{ kind: 'disk' }, { kind: 'stored' }]

export interface Fixture {
  db: Db
  /** The URL to open the same database. */
  database: { url: string; dataDir: string }
  dataDir: string
  workspaces: Workspaces
  workspace: OpenWorkspace
  people: Awaited<ReturnType<typeof createWorld>>
  ana: UserCaller
  files: FixtureFiles
  close(): Promise<void>
}

/** A workspace of Ana's on a database of its own: SQLite, unless it is given one (which the caller then closes). */
export async function openFixture(
  { kind = 'disk', ...more }: Partial<WorkspacesDeps> & { kind?: StorageKind } = {},
  openTestDatabase?: OpenTestDatabase,
): Promise<Fixture> {
  const dataDir = more.dataDir ?? mkdtempSync(join(tmpdir(), 'bellwether-workspace-'))
  const database = await (openTestDatabase ?? openOwnDatabase)()
  const { db } = database
  const people = await createWorld(db)
  const workspaces = createTestWorkspaces(db, dataDir, {
    locks: database.locks,
    ...(kind === 'stored' ? { storage: objectStorageIn(dataDir) } : {}),
    ...more,
  })
  const { id } = await workspaces.create(people.ana, { name: 'Lab' })
  const fixture: Fixture = {
    db,
    database: { url: database.url, dataDir: database.dataDir },
    dataDir,
    workspaces,
    workspace: await workspaces.open(people.ana, 'edit', id),
    people,
    ana: people.ana,
    files: createFixtureFiles(db, () => fixture.workspace),
    async close() {
      if (!openTestDatabase) {
        await database.close()
        await rm(database.dataDir, { recursive: true, force: true })
      }
      await rm(dataDir, { recursive: true, force: true }).catch(() => undefined)
    },
  }
  return fixture
}

async function openOwnDatabase(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-workspace-db-'))
  const file = join(dataDir, 'test.db')
  await copySqliteTemplate(file)
  const url = `sqlite:${file}`
  const database = await openDatabase({ url, dataDir })
  return { ...database, url, dataDir }
}

/** The folder of a workspace on disk. */
export function rootOf(workspace: OpenWorkspace): string {
  if (workspace.kind !== 'disk') throw new Error('its files are not on disk')
  return workspace.root
}

/** Workspaces in it are stored: nothing is looked for on the disk by its path. */
export const objectStorageIn = (folder: string): Storage => ({ ...createDiskStorage(folder), kind: 's3' })

export const createTestWorkspaces = (
  db: Db,
  dataDir: string,
  more: Partial<WorkspacesDeps> = {},
): Workspaces =>
  createWorkspaces({
    db,
    storage: createDiskStorage(dataDir),
    locks: SINGLE_INSTANCE,
    dataDir,
    roots: [],
    limits: { bytes: 50 * 1024 * 1024, files: 1000 },
    maySharePeople: async () => true,
    onError(error) {
      throw error
    },
    ...more,
  })
