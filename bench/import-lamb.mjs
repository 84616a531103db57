// npm run bench -- import-lamb: imports 10,000 assistants and 1,000,000 chat messages (ASSISTANTS, MESSAGES). DATABASE_URL for PostgreSQL.
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIfNeeded } from '../scripts/build-if-needed.mjs'
import { installIfNeeded, requireNode, root } from '../scripts/setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
const { register } = await import('tsx/esm/api')
register()
const { newLegacyDatabase } = await import('../server/src/importers/lamb/testing/legacy-database.ts')

const ASSISTANTS = Number(process.env.ASSISTANTS ?? 10_000)
const MESSAGES = Number(process.env.MESSAGES ?? 1_000_000)
const PER_CHAT = 10
const folder = await mkdtemp(join(tmpdir(), 'bellwether-bench-'))
const file = join(folder, 'lamb_v4.db')

const legacy = await newLegacyDatabase(file)
legacy.exec('begin')
legacy.add('organizations', {
  id: 1,
  slug: 'lamb',
  name: 'LAMB',
  is_system: 1,
  status: 'active',
  config: '{}',
})
const people = Math.max(1, Math.ceil(ASSISTANTS / 10))
for (let id = 1; id <= people; id++)
  legacy.add('Creator_users', {
    id,
    organization_id: 1,
    user_email: `user${id}@uni.edu`,
    user_name: `User ${id}`,
    user_type: 'creator',
    enabled: 1,
    role: 'user',
    created_at: 1_700_000_000,
  })
const settings = JSON.stringify({
  prompt_processor: 'simple_augment',
  connector: 'openai',
  llm: 'gpt-4o-mini',
})
for (let id = 1; id <= ASSISTANTS; id++) {
  const owner = (id % people) + 1
  legacy.add('assistants', {
    id,
    organization_id: 1,
    name: `${owner}_assistant_${id}`,
    owner: `user${owner}@uni.edu`,
    api_callback: settings,
    system_prompt: 'You help. '.repeat(50),
    prompt_template: '{user_input}',
    created_at: 1_700_000_000,
  })
}
const text = 'What is the second law of thermodynamics, and why does it matter? '.repeat(4)
for (let chat = 0; chat < MESSAGES / PER_CHAT; chat++) {
  const messages = Object.fromEntries(
    Array.from({ length: PER_CHAT }, (_, at) => [
      `m${at}`,
      {
        parentId: at === 0 ? null : `m${at - 1}`,
        role: at % 2 === 0 ? 'user' : 'assistant',
        content: text,
        timestamp: 1_700_000_000 + at,
      },
    ]),
  )
  legacy.add('lamb_chats', {
    id: `chat-${chat}`,
    user_id: (chat % people) + 1,
    assistant_id: (chat % ASSISTANTS) + 1,
    title: `Chat ${chat}`,
    chat: JSON.stringify({ history: { messages } }),
    created_at: 1_700_000_000,
  })
}
legacy.exec('commit')
legacy.close()

const code = `
const { importLambCommand } = await import(${JSON.stringify(join(root, 'dist/import-lamb.mjs'))})
const begun = performance.now()
const status = await importLambCommand(process.env, ${JSON.stringify(['--db', file])}, { isTerminal: false, write() {} })
const seconds = ((performance.now() - begun) / 1000).toFixed(0)
const megabytes = Math.round(process.resourceUsage().maxRSS / 1024)
console.log(\`exit \${status}: \${seconds} s, at most \${megabytes} MB\`)
`
console.log(`${ASSISTANTS} assistants, ${MESSAGES} messages`)
const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
  stdio: 'inherit',
  env: { ...process.env, DATA_DIR: join(folder, 'data') },
})
await new Promise((resolve) => child.on('exit', resolve))
await rm(folder, { recursive: true, force: true })
