import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../../../platform/db/open-database.ts'
import { createTestWorkspaces, objectStorageIn } from '../testing.ts'

// A process of its own that runs a program in a stored workspace, so that a test can end it there.
const [url = '', databaseDir = '', dataDir = '', id = ''] = process.argv.slice(2)
const { db } = await openDatabase({ url, dataDir: databaseDir })
const workspaces = createTestWorkspaces(db, dataDir, { storage: objectStorageIn(dataDir) })
const workspace = await workspaces.folders.open({ id, folder: null, tree: 'stored' })
await workspaces.runInFolder(workspace, {
  label: 'run_command: sleep',
  by: { userId: null, tool: 'run_command' },
  async work() {
    process.stdout.write('running\n')
    await wait(60_000)
  },
})
