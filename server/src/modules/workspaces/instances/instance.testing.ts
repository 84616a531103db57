import { SINGLE_INSTANCE } from '../../../platform/db/instance-locks.ts'
import { openDatabase } from '../../../platform/db/open-database.ts'
import { isFileRefusal } from '../index.ts'
import { createTestWorkspaces, objectStorageIn } from '../testing.ts'

/** What a test asks for: a write with `If-Match`, or one without. */
export interface Asked {
  path: string
  text: string
  ifMatch?: string
}

/** How the write ended: the new hash, or the code of the refusal. */
export type Told = { hash: string | null } | { refused: string }

// A server process as far as workspaces are concerned, on a database and a disk that it shares with others.
const [url = '', databaseDir = '', dataDir = '', id = '', kind = '', locks = ''] = process.argv.slice(2)
const database = await openDatabase({ url, dataDir: databaseDir })
const workspaces = createTestWorkspaces(database.db, dataDir, {
  locks: locks === 'none' ? SINGLE_INSTANCE : database.locks,
  ...(kind === 'stored' ? { storage: objectStorageIn(dataDir) } : {}),
})
const tree = kind === 'stored' ? 'stored' : null

async function write({ path, text, ifMatch }: Asked): Promise<Told> {
  const workspace = await workspaces.folders.open({ id, folder: null, tree })
  try {
    const bytes = Buffer.from(text)
    const { hash } = await workspaces.files.write(workspace, { path, bytes, userId: 1, ifMatch })
    return { hash }
  } catch (error) {
    if (isFileRefusal(error)) return { refused: error.refusal }
    throw error
  }
}

process.on('message', (requests: Asked[]) => {
  void Promise.all(requests.map(write)).then((results) => process.send?.(results))
})
process.send?.('ready')
