import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { say, toMessageBody, toMessageFields } from '@bellwether/wire'
import { hashSync } from 'bcryptjs'
import JSZip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../../../test/harness/server-process.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { fillNewest } from '../../importers/lamb/testing/fill-newest.ts'
import { newLegacyDatabase } from '../../importers/lamb/testing/legacy-database.ts'

onEachDatabase('imports in the web app ($name)', ({ env }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-imports-'))
  const dataDir = join(folder, 'data')
  let app: TestApp
  let admin: string
  let lamb: Buffer
  beforeAll(async () => {
    const legacy = await newLegacyDatabase(join(folder, 'lamb.db'))
    fillNewest(legacy, hashSync('legacy password', 4))
    legacy.close()
    lamb = readFileSync(join(folder, 'lamb.db'))
    mkdirSync(dataDir)
    app = await startTestApp({ ...(await env()), DATA_DIR: dataDir })
    admin = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (fields: Record<string, string>, bytes: Buffer | undefined = lamb, token = admin) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    if (bytes.length > 0) form.set('db', new Blob([new Uint8Array(bytes)]), '../../lamb_v4.db')
    return app.call('POST', '/system/imports/lamb', token, form)
  }
  const ended = (id: string) =>
    until(async () => {
      const { body } = await app.call('GET', `/system/imports/${id}`, admin)
      return body.state === 'running' ? undefined : body
    })
  const leftFiles = () => readdirSync(join(dataDir, 'imports'))

  it('refuses bad input and leaves nothing behind', async () => {
    expect((await start({}, Buffer.alloc(0))).status).toBe(422)
    const text = await start({}, Buffer.from('no database'))
    expect(text.status).toBe(400)
    expect(text.headers.get('x-message-code')).toBe('server.import_not_lamb')
    expect((await start({ existing: 'overwrite' })).status).toBe(422)
    const form = new FormData()
    form.set('other', new Blob(['x']), 'x')
    expect((await app.call('POST', '/system/imports/lamb', admin, form)).status).toBe(400)
    expect((await app.call('GET', '/system/imports/none', admin)).status).toBe(404)
    expect(leftFiles()).toEqual([])
  })

  it('shows a preview, imports, and keeps the report', async () => {
    const preview = await start({ dry_run: 'true' })
    expect(preview.status).toBe(202)
    expect(preview.body).toMatchObject({ dry_run: true })
    const planned = await ended(preview.body.id)
    expect(planned).toMatchObject({
      state: 'done',
      report: { totals: { assistant: { imported: 9, skipped: 2 } } },
    })
    const begun = await start({})
    const report = await ended(begun.body.id)
    expect(report).toMatchObject({ state: 'done', dry_run: false })
    expect(report.report.totals).toMatchObject({ assistant: { imported: 9 }, user: { imported: 4 } })
    const noted = report.report.entries.find((one: { id: string }) => one.id === '105')
    const note = say('imports.connector_unknown', { name: 'llm' })
    expect(noted.notes).toContain(note.text)
    expect(noted.note_messages).toContainEqual(toMessageBody(note))
    const notice = say('imports.student_chats_in_webui')
    expect(report.report.notices).toContain(notice.text)
    expect(report.report.notice_messages).toContainEqual(toMessageBody(notice))
    expect(JSON.stringify(report)).not.toMatch(/sk-|kb-secret|\/imports\//)
    expect(await app.signIn('ada@uni.edu', 'legacy password')).toBeTruthy()
    const again = await ended((await start({})).body.id)
    expect(again.report.totals.assistant).toMatchObject({ imported: 0, unchanged: 9 })
    const { body } = await app.call('GET', '/system/imports', admin)
    expect(body.imports).toHaveLength(3)
    expect(await until(() => (leftFiles().length === 0 ? true : undefined))).toBe(true)
    expect(existsSync(join(folder, 'lamb_v4.db'))).toBe(false)
  })

  it('names the current step, with a code unless an earlier version stored it', async () => {
    const stepOf = async (id: string, step: unknown) => {
      await app.app.services.db
        .insertInto('lamb_imports')
        .values({
          id,
          state: 'failed',
          options: '{}',
          progress: JSON.stringify({ step, done: 3, total: 9 }),
          report: null,
          error: null,
          started_by: null,
          created_at: 1,
          updated_at: 1,
        })
        .execute()
      return (await app.call('GET', `/system/imports/${id}`, admin)).body.progress
    }
    const step = say('imports.step_student_chats')
    expect(await stepOf('import-1', step)).toEqual({
      step: step.text,
      ...toMessageFields(step),
      done: 3,
      total: 9,
    })
    expect(await stepOf('import-2', 'Chats')).toEqual({ step: 'Chats', done: 3, total: 9 })
  })

  it('asks for a decision about conflicts', async () => {
    const { body } = await start({ source: 'a copy' })
    const refused = await ended(body.id)
    expect(refused.state).toBe('refused')
    expect(refused.report.totals.user).toMatchObject({ conflict: 4 })
  })

  it('takes folders as zip archives, and nothing from outside of them', async () => {
    const zip = new JSZip()
    zip.file('public/30/notes.md', 'Notes')
    zip.file('../30/evil.md', 'x', { createFolders: false })
    zip.file('/etc/cron.d/evil', 'x', { createFolders: false })
    const form = new FormData()
    form.set('db', new Blob([new Uint8Array(lamb)]), 'lamb_v4.db')
    form.set(
      'static',
      new Blob([new Uint8Array(await zip.generateAsync({ type: 'nodebuffer' }))]),
      'static.zip',
    )
    const { body } = await app.call('POST', '/system/imports/lamb', admin, form)
    expect((await ended(body.id)).report.totals.file).toMatchObject({ imported: 1, skipped: 0 })
    expect(existsSync('/etc/cron.d/evil')).toBe(false)
    const bad = new FormData()
    bad.set('db', new Blob([new Uint8Array(lamb)]), 'lamb_v4.db')
    bad.set('static', new Blob(['no zip']), 'static.zip')
    const refused = await app.call('POST', '/system/imports/lamb', admin, bad)
    expect([refused.status, refused.headers.get('x-message-code')]).toEqual([400, 'server.import_not_zip'])
    bad.set('static', new Blob([]), '')
    bad.set('kb_data', new Blob([new Uint8Array(await zip.generateAsync({ type: 'nodebuffer' }))]), 'kb.zip')
    const empty = await app.call('POST', '/system/imports/lamb', admin, bad)
    expect([empty.status, empty.headers.get('x-message-code')]).toEqual([400, 'server.import_not_kb'])
    bad.set('kb_data', new Blob([]), '')
    bad.set(
      'library_data',
      new Blob([new Uint8Array(await zip.generateAsync({ type: 'nodebuffer' }))]),
      'l.zip',
    )
    const other = await app.call('POST', '/system/imports/lamb', admin, bad)
    expect([other.status, other.headers.get('x-message-code')]).toEqual([400, 'server.import_not_library'])
  })

  it('is for system admins only', async () => {
    const teacher = await app.signIn('ada@uni.edu', 'legacy password')
    expect((await start({}, lamb, teacher)).status).toBe(403)
    expect((await app.call('GET', '/system/imports', teacher)).status).toBe(403)
  })
})
