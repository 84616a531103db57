import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { say } from '@bellwether/wire'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipArchive } from '../../src/platform/zip/zip-archive.ts'
import { enter, makeLink, makePerson, makePublished } from '../class-links/class-links.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { askAs } from './classroom.testing.ts'

const CANARY = 'canary-of-a-person'
const PNG = 'data:image/png;base64,iVBORw0KGgo='
const SLUG = 'lamb'
/** Never occurs by accident. */
const FIRST_ID = 987_654_321
const LIMITS = {
  entries: 1000,
  partBytes: 1e7,
  expandedBytes: 1e8,
  ratio: 1000,
  ratioFromBytes: 1e7,
  milliseconds: 10_000,
}

onEachDatabase('personal data on $name', ({ name: database, env }) => {
  let app: TestApp
  let admin: string
  let tutor: number

  beforeAll(async () => {
    app = await startTestApp({ ...(await env()), TRACE_DAYS: '30' })
    admin = await app.signIn()
    tutor = await makePublished(app, admin)
    const { db } = app.app.services
    if (database === 'SQLite')
      await sql`update sqlite_sequence set seq = ${FIRST_ID} where name = 'users'`.execute(db)
    else await sql`select setval(pg_get_serial_sequence('users', 'id'), ${FIRST_ID})`.execute(db)
  })
  afterAll(() => app.stop())

  /** A student with something in every place that a student leaves traces in. */
  async function makeStudent(key: string) {
    const { db } = app.app.services
    const email = `${key}@example.edu`
    const token = await makePerson(app, admin, key, { user_type: 'end_user' })
    const { id } = await db
      .updateTable('users')
      .set({ name: `Iria ${CANARY}` })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirstOrThrow()
    const content = [
      { type: 'text', text: `I am ${CANARY}, what is osmosis?` },
      { type: 'image_url', image_url: { url: PNG } },
    ]
    const asked = await app.call('POST', `/creator/assistant/${tutor}/chat/completions`, token, {
      messages: [{ role: 'user', content }],
    })
    const { chat_id: chat, message_id: answer } = asked.body
    const rating = { value: 'up', comment: `comment ${CANARY}` }
    await app.call('PUT', `/chats/${chat}/messages/${answer}/feedback`, token, rating)
    const folder = await app.call('POST', '/chats/folders', token, { name: `folder ${CANARY}` })
    await app.call('PATCH', `/chats/${chat}`, token, { pinned: true, folder_id: folder.body.id })
    await app.call('PUT', '/account/privacy', token, { show_name: true })
    await app.call('POST', '/api-keys', token, { name: `key ${CANARY}` })
    await app.call('PUT', `/creator/admin/users/${id}/disable`, admin)
    await app.call('PUT', `/creator/admin/users/${id}/enable`, admin)
    const session = await app.signIn(email, `password of ${key}`)
    await addRows(id, email)
    return { id, email, token: session, chat: String(chat) }
  }

  /** What only other parts of the server would write. */
  async function addRows(id: number, email: string): Promise<void> {
    const { db } = app.app.services
    const { organization_id } = await db
      .selectFrom('users')
      .select('organization_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const of = { assistant_id: tutor, created_at: 1 }
    await db
      .insertInto('memories')
      .values([
        { ...of, subject: `user:${id}`, user_id: id, fact: `fact ${CANARY}` },
        { ...of, subject: `client:${email}`, user_id: null, fact: `fact ${CANARY}` },
      ])
      .execute()
    await db
      .insertInto('external_identities')
      .values({ provider: 'p', subject: `subject of ${id}`, user_id: id, created_at: 1 })
      .execute()
    await db
      .insertInto('mails')
      .values({
        id: `mail-${id}`,
        organization_id,
        recipient: email,
        kind: 'invitation',
        content: null,
        next_at: 1,
        give_up_at: 1,
        error: null,
        created_at: 1,
        ended_at: null,
      })
      .execute()
    await db
      .insertInto('bulk_import_logs')
      .values({
        organization_id,
        admin_id: 1,
        operation: 'user_creation',
        total_count: 1,
        success_count: 1,
        failure_count: 0,
        details: JSON.stringify({
          admin_email: 'admin@example.edu',
          results: [
            { email, name: CANARY, user_id: id },
            { email: 'other@example.edu', name: 'Other', user_id: 2 },
          ],
        }),
        created_at: 1,
      })
      .execute()
    await db
      .insertInto('approvals')
      .values({
        id: `approval-${id}`,
        organization_id,
        assistant_id: tutor,
        user_id: id,
        end_user: null,
        trace_id: 't',
        tool: 'x',
        function_name: 'x',
        input: JSON.stringify({ text: CANARY }),
        approved_input: null,
        reason: null,
        expires_at: 1,
        created_at: 1,
      })
      .execute()
    await db
      .insertInto('lti_launch_tokens')
      .values({
        token_hash: `hash-${id}`,
        purpose: 'x',
        data: JSON.stringify({ email, name: CANARY }),
        created_at: 1,
        expires_at: 1,
        used_at: null,
      })
      .execute()
  }

  /** Every row of every table with one of the texts. */
  async function leftOf(...texts: string[]): Promise<string[]> {
    const { db, traceRecorder, usage } = app.app.services
    await traceRecorder.flush()
    await usage.flush()
    await app.call('GET', '/audit', admin)
    const places: string[] = []
    for (const { name, isView } of await db.introspection.getTables()) {
      // Bare ids, for the other instances. They are deleted after ten minutes.
      if (isView || name === 'notifications') continue
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
      for (const row of rows) {
        const text = JSON.stringify(row, (_key, value: unknown) =>
          value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
        )
        if (texts.some((one) => text.includes(one))) places.push(`${name}: ${text}`)
      }
    }
    return places
  }

  async function unzip(method: string, path: string, token: string) {
    const response = await fetch(app.url + path, { method, headers: { authorization: `Bearer ${token}` } })
    const parts = new Map<string, Buffer>()
    if (response.status === 200) {
      const zip = ZipArchive.open(new Uint8Array(await response.arrayBuffer()), LIMITS)
      for (const name of zip.names()) parts.set(name, await buffer(zip.read(name)))
    }
    const json = (name: string) => JSON.parse(parts.get(name)?.toString() ?? 'null')
    return { status: response.status, names: [...parts.keys()], json }
  }

  it('exports everything of a person, without secrets', async () => {
    const { id, email, token, chat } = await makeStudent('expo')
    const own = await unzip('GET', '/account/export', token)
    expect(own.json('account.json')).toMatchObject([{ id, email }])
    expect(own.json('chat_folders.json')).toMatchObject([{ name: `folder ${CANARY}` }])
    expect(own.json('memories.json')).toMatchObject([{ fact: `fact ${CANARY}` }])
    expect(own.json('sign_in_accounts.json')).toMatchObject([{ subject: `subject of ${id}` }])
    expect(own.json('usage.json')).toMatchObject([{ user_id: id }])
    expect(own.json(`chats/${chat}.json`)).toMatchObject({
      messages: [
        { role: 'user', content: `I am ${CANARY}, what is osmosis?` },
        { rating: 'up', rating_comment: `comment ${CANARY}` },
      ],
    })
    expect(own.names.filter((name) => name.endsWith('.png'))).toHaveLength(1)
    for (const name of own.names.filter((one) => one.endsWith('.json')))
      expect(JSON.stringify(own.json(name))).not.toMatch(/password_hash|key_hash|sealed|token_hash|argon2/)
    // Students see no costs, models or providers anywhere.
    for (const name of ['usage.json', 'traces.json'])
      expect(JSON.stringify(own.json(name)), name).not.toMatch(
        /bypass|"(model|provider|cost|unpriced|\w+_tokens)"/,
      )
    const byAdmin = await unzip('POST', `/organizations/${SLUG}/members/${id}/export`, admin)
    expect(byAdmin.names.sort()).toEqual(own.names.sort())
  })

  it('is only for the person and their admins', async () => {
    const { id } = await makeStudent('priv')
    const other = await makePerson(app, admin, 'curious')
    expect((await unzip('POST', `/organizations/${SLUG}/members/${id}/export`, other)).status).toBe(403)
    expect((await unzip('POST', `/organizations/${SLUG}/members/4/export`, admin)).status).toBe(404)
    expect((await app.call('GET', '/account/export')).status).toBeGreaterThanOrEqual(401)
  })

  it('leaves nothing behind when people delete their account', async () => {
    const { id, email, token } = await makeStudent('leaver')
    expect((await leftOf(String(id), email, CANARY)).length).toBeGreaterThan(10)
    expect((await app.call('POST', '/account/deletion', token, { email: 'wrong@example.edu' })).status).toBe(
      400,
    )
    expect((await app.call('GET', '/account', token)).status).toBe(200)
    expect((await app.call('POST', '/account/deletion', token, { email: email.toUpperCase() })).status).toBe(
      204,
    )
    expect(await leftOf(String(id), email)).toEqual([])
    expect((await app.call('GET', '/account', token)).status).toBe(401)
  })

  it('leaves nothing behind but the entry about the deletion when an admin deletes them', async () => {
    for (const key of ['expo', 'priv']) {
      const { id } = await app.app.services.db
        .selectFrom('users')
        .select('id')
        .where('email', '=', `${key}@example.edu`)
        .executeTakeFirstOrThrow()
      app.app.services.audit.note({
        organizationId: 1,
        userId: null,
        action: 'tool.denied',
        object: say('parts.audit_hand_over', { from_user: id, to_user: id }),
        detail: say('parts.audit_denied', { user: id, reason: '', trace: '' }),
        outcome: 'denied',
      })
      await app.app.services.audit.flush()
      const deleted = await app.call('DELETE', `/creator/admin/users/${id}`, admin)
      expect(deleted.status).toBe(200)
      const left = await leftOf(String(id), `${key}@example.edu`)
      expect(left.filter((row) => !/^audit_log: .*DELETE/.test(row))).toEqual([])
    }
    expect(await leftOf(CANARY)).toEqual([])
    expect(await leftOf('other@example.edu')).not.toEqual([])
  })

  it('touches no records of others', async () => {
    const { db } = app.app.services
    const owner = await makeStudent('own')
    const longer = await makeStudent('my-own')
    const named = { assistant_id: tutor, user_id: null, fact: 'kept', created_at: 1 }
    await db
      .insertInto('memories')
      .values({ ...named, subject: 'client:claimed@example.edu' })
      .execute()
    await makePerson(app, admin, 'claimed', { user_type: 'end_user' })
    await db
      .updateTable('users')
      .set({ email_confirmed_at: null })
      .where('email', '=', 'claimed@example.edu')
      .execute()
    const claimed = await app.signIn('claimed@example.edu', 'password of claimed')
    const before = await leftOf(longer.email)
    await app.call('POST', '/account/deletion', owner.token, { email: owner.email })
    await app.call('POST', '/account/deletion', claimed, { email: 'claimed@example.edu' })
    expect(await leftOf(longer.email)).toEqual(before)
    expect(await leftOf('client:claimed@example.edu')).toHaveLength(1)
    await app.call('POST', '/account/deletion', longer.token, { email: longer.email })
  })

  it('removes records that were written late', async () => {
    const { id, email, token, chat } = await makeStudent('late')
    const { db, personalData } = app.app.services
    await askAs(app, token, tutor, 'What is osmosis?', chat)
    await app.app.services.traceRecorder.flush()
    await app.app.services.usage.flush()
    const [trace] = await db.selectFrom('traces').selectAll().where('user_id', '=', id).execute()
    const [used] = await db.selectFrom('usage_records').selectAll().where('user_id', '=', id).execute()
    await app.call('POST', '/account/deletion', token, { email })
    if (!trace || !used) throw new Error('no records')
    const { id: _id, ...usage } = used
    const { organization_id, created_at } = usage
    const { id: audited } = await db
      .insertInto('audit_log')
      .values({
        organization_id,
        user_id: id,
        action: 'late',
        object: '',
        detail: '',
        outcome: 'ok',
        created_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('traces').values(trace).execute()
    const ids: number[] = []
    for (const late of [{ end_user: 'Forwarded' }, { user_id: null, owner_id: id }])
      ids.push(
        ...(
          await db
            .insertInto('usage_records')
            .values({ ...usage, ...late })
            .returning('id')
            .execute()
        ).map((row) => row.id),
      )
    expect(await leftOf(String(id))).not.toEqual([])
    await personalData.removeLateRecords(new AbortController().signal)
    expect(await leftOf(String(id))).toEqual([])
    const people = ['user_id', 'end_user', 'owner_id'] as const
    expect(await db.selectFrom('usage_records').select(people).where('id', 'in', ids).execute()).toEqual([
      { user_id: null, end_user: null, owner_id: usage.owner_id },
      { user_id: null, end_user: null, owner_id: null },
    ])
    const entry = db.selectFrom('audit_log').select('user_id').where('id', '=', audited)
    expect(await entry.executeTakeFirst()).toEqual({ user_id: null })
  })

  it('is no longer readable in any file of the server', async () => {
    const found = () =>
      readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes('CANARY-IN-FILES'))
        .map(({ name }) => name)
    const leaver = await makePerson(app, admin, 'paper', { user_type: 'end_user' })
    const guest = await enter(app, (await makeLink(app, admin, tutor)).code)
    for (const token of [leaver, guest])
      for (let asked = 0; asked < 5; asked++)
        await askAs(app, token, tutor, `CANARY-IN-FILES ${'what is osmosis? '.repeat(400)}`)
    expect(found().length > 0).toBe(database === 'SQLite')
    await app.call('POST', '/account/deletion', leaver, { email: 'paper@example.edu' })
    await app.call('DELETE', '/links/guest', guest)
    expect(found()).toEqual([])
  })

  it('leaves nothing behind of a guest', async () => {
    const guest = await enter(app, (await makeLink(app, admin, tutor)).code)
    const { chat } = await askAs(app, guest, tutor, `I am ${CANARY}, what is osmosis?`)
    const own = await unzip('GET', '/account/export', guest)
    expect(own.json(`chats/${chat}.json`).messages[0].content).toContain(CANARY)
    expect(own.json('assistants.json')).toEqual([])
    expect(await leftOf(CANARY)).not.toEqual([])
    expect((await app.call('DELETE', '/links/guest', guest)).status).toBeLessThan(300)
    expect(await leftOf(CANARY)).toEqual([])
  })

  it('is refused for admins and for people who own something', async () => {
    expect((await app.call('POST', '/account/deletion', admin, { email: 'admin@example.edu' })).status).toBe(
      403,
    )
    const owner = await makePerson(app, admin, 'owner')
    await app.call('POST', '/knowledge-bases', owner, { name: 'Mine' })
    expect((await app.call('POST', '/account/deletion', owner, { email: 'owner@example.edu' })).status).toBe(
      409,
    )
  })
})
