import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newLegacyDatabase } from '../server/src/importers/lamb/testing/legacy-database.ts'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { eachDatabase } from '../server/test/harness/test-app.ts'

const COMMAND = pathToFileURL(join(import.meta.dirname, '../dist/import-lamb.mjs')).href
const USERS = 400
const ASSISTANTS = 1200
const CHATS = 3000

describe.each(eachDatabase())('an import that is killed again and again ($name)', ({ env }) => {
  let folder: string
  let settings: Record<string, string>
  const lamb = () => join(folder, 'lamb_v4.db')
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-import-'))
    settings = { ...(await env()), DATA_DIR: join(folder, 'data') }
    const legacy = await newLegacyDatabase(lamb())
    legacy.exec('begin')
    legacy.add('organizations', { id: 1, slug: 'lamb', name: 'LAMB', is_system: 1, config: '{}' })
    for (let id = 1; id <= USERS; id++)
      legacy.add('Creator_users', {
        id,
        organization_id: 1,
        user_email: `u${id}@uni.edu`,
        user_type: 'creator',
      })
    for (let id = 1; id <= ASSISTANTS; id++) {
      const owner = (id % USERS) + 1
      legacy.add('assistants', {
        id,
        name: `${owner}_a${id}`,
        owner: `u${owner}@uni.edu`,
        api_callback: '{}',
      })
      legacy.add('assistant_publish', { assistant_id: id, oauth_consumer_name: `key-${id}` })
      legacy.add('usage_logs', { assistant_id: id, usage_data: '{"prompt_tokens":1,"completion_tokens":1}' })
    }
    const chat = JSON.stringify({ history: { messages: { a: { role: 'user', content: 'Hello' } } } })
    for (let at = 0; at < CHATS; at++)
      legacy.add('lamb_chats', {
        id: `chat-${at}`,
        user_id: (at % USERS) + 1,
        assistant_id: (at % ASSISTANTS) + 1,
        chat,
      })
    legacy.exec('commit')
    legacy.close()
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** Resolves with the exit code; null if it was killed, as soon as it prints a text that `kill` matches. */
  const run = (kill?: RegExp): Promise<number | null> =>
    new Promise((resolve) => {
      const code = `const { importLambCommand } = await import(${JSON.stringify(COMMAND)})
        process.exit(await importLambCommand(process.env, ['--db', ${JSON.stringify(lamb())}]))`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.on('data', (text: Buffer) => {
        if (kill?.test(text.toString())) child.kill('SIGKILL')
      })
      child.on('exit', resolve)
    })

  it('ends with everything exactly once', async () => {
    for (const moment of [/Users: 200 /, /Assistants: [3-9]\d\d /, /Chats: [5-9]\d\d /])
      expect(await run(moment)).toBeNull()
    // The last step: it may also end before the signal arrives.
    await run(/Usage: /)
    expect(await run()).toBe(0)
    expect(await run()).toBe(0)
    const { db, close } = await openDatabase({ url: settings['DATABASE_URL'], dataDir: join(folder, 'data') })
    const count = async (
      table: 'users' | 'assistants' | 'assistant_publications' | 'chats' | 'chat_messages' | 'usage_records',
    ) =>
      Number(
        (
          await db
            .selectFrom(table)
            .select((select) => select.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      )
    expect(await count('users')).toBe(USERS)
    expect(await count('assistants')).toBe(ASSISTANTS)
    expect(await count('assistant_publications')).toBe(ASSISTANTS)
    expect(await count('chats')).toBe(CHATS)
    expect(await count('chat_messages')).toBe(CHATS)
    expect(await count('usage_records')).toBe(ASSISTANTS)
    await close()
  })
})
