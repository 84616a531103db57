import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../../../test/harness/fake-upstream.ts'
import { eachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { readConfig } from '../../platform/config.ts'
import { listApplied, migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { makeFolder } from '../../platform/disk/make-folder.ts'
import { createLog } from '../../platform/log.ts'
import { importLambCommand } from './import-lamb.main.ts'

const SAMPLE = join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared/data/lamb')
const LAMB = join(SAMPLE, 'lamb_v4.db')
const WEBUI = join(SAMPLE, 'webui.db')

/** A database that LAMB's own code made. It is not part of the project. */
const describeWithSample = existsSync(LAMB)
  ? describe.each(eachDatabase())
  : describe.skip.each([
      {
        name: 'SKIPPED: no sample of a LAMB installation',
        env: async (): Promise<Record<string, string>> => ({}),
      },
    ])

describeWithSample('npm run import-lamb ($name)', ({ env }) => {
  let settings: Record<string, string>
  let app: TestApp | undefined
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-import-'))
  let output = ''
  const run = (...args: string[]) => {
    output = ''
    return importLambCommand(settings, args, {
      isTerminal: false,
      write(text) {
        output += text
      },
    })
  }
  beforeAll(async () => {
    settings = { ...(await env()), DATA_DIR: join(folder, 'data') }
    // As after an import that was ended while it made the tables.
    const { DATABASE_URL: url, DATA_DIR: dataDir } = readConfig({ ...settings })
    await makeFolder(dataDir)
    const started = await openDatabase({ url, dataDir, log: createLog('silent') })
    if ((await listApplied(started.db, started.kind)).length === 0)
      await migrate(started.db, started.kind, migrations.slice(0, 10))
    await started.close()
  })
  afterAll(async () => {
    await app?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('refuses what it can’t read', async () => {
    expect(await run('--db', join(folder, 'missing.db'))).toBe(2)
    expect(output).toMatch(/File not found/)
    expect(await run('--db', WEBUI)).toBe(2)
    expect(output).toMatch(/is not a LAMB database/)
    expect(await run('--db', LAMB, '--existing', 'overwrite')).toBe(2)
    expect(output).toMatch(/--existing must be one of refuse, link, skip/)
  })

  it('imports into a new installation and writes a report', async () => {
    const report = join(folder, 'report.json')
    expect(await run('--db', LAMB, '--webui', WEBUI, '--report', report)).toBe(0)
    const { totals } = JSON.parse(readFileSync(report, 'utf8'))
    expect(totals).toMatchObject({
      organization: { imported: 1, linked: 1 },
      user: { imported: 7, failed: 0 },
      assistant: { imported: 19, skipped: 2, failed: 0 },
      rubric: { imported: 1 },
      share: { imported: 1 },
    })
    expect(output).not.toMatch(/sk-|legacy-lti|kb-secret/)
  })

  it('keeps passwords, ids and publications working', async () => {
    app = await startTestApp(settings)
    const token = await app.signIn('prof@uni.edu', 'legacy-password-1')
    const { body } = await app.call('GET', '/assistants/10', token)
    expect(body).toMatchObject({ id: 10, lamb_name: '2_bypass' })
    const answer = await app.call('POST', '/v1/chat/completions', token, {
      model: 'lamb_assistant.10',
      messages: [{ role: 'user', content: 'Hello' }],
    })
    expect(answer.status).toBe(200)
    expect(answer.body.choices[0].message.content).toContain('You help with 2_bypass')
    const admin = await app.signIn('admin@owi.com', 'admin')
    expect((await app.call('GET', '/creator/users', admin)).status).toBe(200)
    const disabled = { email: 'gone@uni.edu', password: 'legacy-password-1' }
    const refused = await app.call('POST', '/creator/login', undefined, disabled)
    expect(refused.body.success).toBe(false)
  })

  it('lets every assistant answer, or says in the report why it can’t', async () => {
    const started = app
    if (!started) throw new Error('The app was not started')
    const upstream = await startFakeUpstream(says('Fair.'))
    const token = await started.signIn('prof@uni.edu', 'legacy-password-1')
    const admin = await started.signIn('admin@owi.com', 'admin')
    const provider = {
      api_key: 'k',
      base_url: upstream.url,
      models: ['gpt-4o-mini', 'gpt-4'],
      default_model: 'gpt-4o-mini',
    }
    const config = { setups: { default: { providers: { openai: provider } } } }
    const saved = await started.call('PUT', '/creator/admin/organizations/engineering/config', admin, {
      config,
    })
    expect(saved.status).toBe(200)
    const silent: number[] = []
    for (let id = 1; id <= 18; id++) {
      const { status, body } = await started.call('POST', '/v1/chat/completions', token, {
        model: `lamb_assistant.${id}`,
        messages: [{ role: 'user', content: 'Hello' }],
      })
      if (status !== 200 || typeof body.choices[0].message.content !== 'string') silent.push(id)
    }
    await upstream.stop()
    // Without Ollama and Google, and with settings that are not JSON.
    expect(silent).toEqual([8, 9, 13])
    expect(output).toMatch(/has no model provider “ollama”/)
    expect(output).toMatch(/has no model provider “google”/)
    expect(output).toMatch(/2_broken_meta.*\n.*not valid JSON/)
    expect(output).toMatch(/The file 2\/notes.md is not here yet/)
  })
})
