import { openDatabase } from '../../../platform/db/open-database.ts'
import { createDeskWorkspaces, objectStorageIn } from '../testing.ts'
import { createWorkspaceRetention } from './retention.ts'

// A process of its own that edits and tidies at the same time, until a test ends it in the middle.
const [url = '', databaseDir = '', dataDir = '', id = '', kind = '', round = ''] = process.argv.slice(2)
const { db } = await openDatabase({ url, dataDir: databaseDir })
const workspaces = createDeskWorkspaces(
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
  ageMs: 150,
})
const onError = (error: unknown) => {
  throw error
}

async function edit(name: string): Promise<void> {
  for (let turn = 0; ; turn++) {
    // Contents that recur: unused for a while, then needed again.
    const bytes = Buffer.from(`${name} ${turn % 12} ${round}\n`)
    await workspaces.editFile(workspace, {
      path: `deep/${name}.txt`,
      by: { userId: null, tool: 'test' },
      plan: () => ({ bytes }),
    })
    if (turn === 20) process.stdout.write('busy\n')
  }
}

async function tidy(): Promise<void> {
  for (;;) await retention.tidy({ signal: new AbortController().signal, onError })
}

await Promise.all([edit('a'), edit('b'), tidy()])
