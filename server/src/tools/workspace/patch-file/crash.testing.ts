import { createTestWorkspaces } from '../../../modules/workspaces/testing.ts'
import { openDatabase } from '../../../platform/db/open-database.ts'
import { patchFileTool } from './patch-file.tool.ts'

// A separate process that patches a file and stops right before the rename, so that a test can kill it there.
const [url = '', databaseDir = '', dataDir = '', workspace_id = '', userId = '0', organizationId = '0'] =
  process.argv.slice(2)
const { db } = await openDatabase({ url, dataDir: databaseDir })
const workspaces = createTestWorkspaces(db, dataDir, {
  async beforeRename() {
    process.stdout.write('planned\n')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
  },
})
const tool = patchFileTool({ workspaces })
const person = { userId: Number(userId), organizationId: Number(organizationId) }
await tool.run({
  config: { workspace_id },
  input: {
    file_path: 'crash.txt',
    changes: [{ line_start: 2, line_end: 2, old_content: 'b', new_content: 'B', reason: '' }],
  },
  caller: {
    kind: 'user',
    ...person,
    email: 'ana@example.edu',
    name: 'ana',
    userType: 'creator',
    systemAdmin: false,
    organizationRole: 'member',
    credential: 'session',
    onlyAssistants: null,
    trustedForwarder: false,
  },
  assistant: { id: 1, ownerId: person.userId, organizationId: person.organizationId },
  signal: new AbortController().signal,
  traceId: 'crash',
  emit: () => undefined,
})
