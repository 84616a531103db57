/** @module-tag nightly */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newKbFolder } from '../server/src/importers/lamb/testing/kb-folder.ts'
import { newLegacyDatabase } from '../server/src/importers/lamb/testing/legacy-database.ts'
import type { Db } from '../server/src/platform/db/db.ts'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'

const COMMAND = pathToFileURL(join(import.meta.dirname, '../dist/import-lamb.mjs')).href
const USERS = 400
const ASSISTANTS = 1200
const CHATS = 3000
const PAGES = 300
/** Of the other documents in the folder. */
const FILES = 3

onEachDatabase('an import that is killed again and again ($name)', ({ env }) => {
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
    legacy.add('kb_registry', { id: 1, kb_id: '5', kb_name: 'Optics', owner_user_id: 30, organization_id: 1 })
    legacy.exec('commit')
    legacy.close()
    await newKbFolder(join(folder, 'kb'), { pages: PAGES })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const open = () => openDatabase({ url: settings['DATABASE_URL'], dataDir: join(folder, 'data') })
  type Table =
    | 'users'
    | 'assistants'
    | 'assistant_publications'
    | 'chats'
    | 'chat_messages'
    | 'usage_records'
    | 'knowledge_files'
  const count = async (db: Db, table: Table) =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((select) => select.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )

  /**
   * Resolves with the exit code; null if it was killed, as soon as it prints a text that `kill` matches, or has added that many
   * documents.
   */
  const run = (kill?: RegExp | number): Promise<number | null> =>
    new Promise((resolve) => {
      const code = `const { importLambCommand } = await import(${JSON.stringify(COMMAND)})
        process.exit(await importLambCommand(process.env, ['--db', ${JSON.stringify(lamb())}, '--kb-data', ${JSON.stringify(join(folder, 'kb'))}]))`
      const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
        env: { ...process.env, ...settings },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      child.stdout.on('data', (text: Buffer) => {
        if (kill instanceof RegExp && kill.test(text.toString())) child.kill('SIGKILL')
      })
      child.on('exit', resolve)
      if (typeof kill === 'number') void killAt(kill, child)
    })

  async function killAt(documents: number, child: ChildProcess): Promise<void> {
    const { db, close } = await open()
    while (child.exitCode === null && (await count(db, 'knowledge_files')) < documents) await setImmediate()
    child.kill('SIGKILL')
    await close()
  }

  it('ends with everything exactly once', async () => {
    for (const moment of [/Users: 200 /, 20, 100, 200, /Assistants: [3-9]\d\d /, /Chats: [5-9]\d\d /])
      expect(await run(moment)).toBeNull()
    // The last step: it may also end before the signal arrives.
    await run(/Usage: /)
    expect(await run()).toBe(0)
    expect(await run()).toBe(0)
    const { db, close } = await open()
    expect(await count(db, 'users')).toBe(USERS)
    expect(await count(db, 'assistants')).toBe(ASSISTANTS)
    expect(await count(db, 'assistant_publications')).toBe(ASSISTANTS)
    expect(await count(db, 'chats')).toBe(CHATS)
    expect(await count(db, 'chat_messages')).toBe(CHATS)
    expect(await count(db, 'usage_records')).toBe(ASSISTANTS)
    expect(await count(db, 'knowledge_files')).toBe(PAGES + FILES)
    await close()
  })
})
