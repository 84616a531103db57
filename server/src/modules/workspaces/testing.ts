import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { createWorld } from '../assistants/testing.ts'
import { createWorkspaces, type OpenWorkspace, type Workspaces, type WorkspacesDeps } from './index.ts'

export interface Desk {
  db: Db
  /** What to open the same database by. */
  database: { url: string; dataDir: string }
  dataDir: string
  workspaces: Workspaces
  workspace: OpenWorkspace
  people: Awaited<ReturnType<typeof createWorld>>
  ana: UserCaller
  close(): Promise<void>
}

/** A workspace of Ana's on a database of its own. */
export async function openDesk(more: Partial<WorkspacesDeps> = {}): Promise<Desk> {
  const dataDir = more.dataDir ?? mkdtempSync(join(tmpdir(), 'bellwether-desk-'))
  const place = mkdtempSync(join(tmpdir(), 'bellwether-desk-db-'))
  const url = `sqlite:${join(place, 'test.db')}`
  const database = await openDatabase({ url, dataDir: place })
  await database.migrate()
  const { db } = database
  const people = await createWorld(db)
  const workspaces = createDeskWorkspaces(db, dataDir, more)
  const { id } = await workspaces.create(people.ana, { name: 'Desk' })
  return {
    db,
    database: { url, dataDir: place },
    dataDir,
    workspaces,
    workspace: await workspaces.open(people.ana, 'edit', id),
    people,
    ana: people.ana,
    async close() {
      await database.close()
      await rm(place, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true }).catch(() => undefined)
    },
  }
}

export const createDeskWorkspaces = (
  db: Db,
  dataDir: string,
  more: Partial<WorkspacesDeps> = {},
): Workspaces =>
  createWorkspaces({
    db,
    dataDir,
    roots: [],
    limits: { bytes: 50 * 1024 * 1024, files: 1000 },
    maySharePeople: async () => true,
    onError(error) {
      throw error
    },
    ...more,
  })
