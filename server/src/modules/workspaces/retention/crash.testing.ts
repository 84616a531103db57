import { openDatabase } from '../../../platform/db/open-database.ts'
import { createTestWorkspaces, objectStorageIn } from '../testing.ts'
import { createWorkspaceRetention } from './retention.ts'

// A separate process that edits and tidies at the same time, until a test kills it.
const [url = '', databaseDir = '', dataDir = '', id = '', kind = '', round = ''] = process.argv.slice(2)
const { db } = await openDatabase({ url, dataDir: databaseDir })
const workspaces = createTestWorkspaces(
  db,
  dataDir,
  kind === 'stored' ? { storage: objectStorageIn(dataDir) } : {},
)
const workspace = await workspaces.folders.open({
  id,
  folder: null,
  tree: kind === 'stored' ? 'stored' : null,
})
const retention = createWorkspaceRetention({
  db,
  folders: workspaces.folders,
  objects: workspaces.objects,
  keepEdits: 10,
})
const onError = (error: unknown) => {
  throw error
}

async function edit(name: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    // Contents that the test has left unused: they are being set aside, and needed again.
    const bytes = Buffer.from(`${name} ${turn} ${round}\n`)
    await workspaces.editFile(workspace, {
      path: `deep/${name}.txt`,
      by: { userId: null, tool: 'test' },
      plan: () => ({ bytes }),
    })
    if (turn === 4) process.stdout.write('busy\n')
  }
}

await Promise.all([edit('a'), edit('b'), retention.tidy({ signal: new AbortController().signal, onError })])
