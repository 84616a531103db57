import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { newPostgresDatabase } from '../../platform/db/templates.testing.ts'
import { restore } from './restore.ts'

/** Made by servers of earlier versions, with a knowledge base, two assistants, a template, a key and a second person. */
const archiveOf = (version: string, database: string) =>
  fileURLToPath(new URL(`__fixtures__/${version}-${database}.tgz`, import.meta.url))

onEachDatabase('upgrading from the last version before the baseline ($name)', ({ name }) => {
  let folder: string
  let app: TestApp
  let token: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-upgrade-'))
    const server = process.env['TEST_POSTGRES_URL']
    const place =
      name === 'SQLite' || !server
        ? { DATA_DIR: join(folder, 'data') }
        : {
            DATA_DIR: join(folder, 'data'),
            DATABASE_URL: (await newPostgresDatabase(server, { migrated: false })).url,
          }
    const from = archiveOf('before-baseline', name === 'SQLite' ? 'sqlite' : 'postgres')
    const manifest = await restore({ DATABASE_URL: undefined, ...place }, { from, say: () => undefined })
    expect(manifest.migrations).toContain('0075-budget-refusals')
    app = await startTestApp(place)
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('keeps people and their passwords', async () => {
    expect(await app.signIn('bea@example.edu', 'a good password')).toBeTruthy()
  })

  it.each([1, 2])('keeps assistant %i, which still answers from its material', async (id) => {
    const { status, body } = await app.call('POST', `/creator/assistant/${id}/chat/completions`, token, {
      messages: [{ role: 'user', content: 'Which sheep leads the flock?' }],
      stream: false,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.choices[0].message.content).toContain('bellwether')
  })

  it('keeps everything else, and accepts new objects', async () => {
    const keys = await app.call('GET', '/api-keys', token)
    expect(JSON.stringify(keys.body)).toContain('upgrade')
    const templates = await app.call('GET', '/creator/prompt-templates/list', token)
    expect(JSON.stringify(templates.body)).toContain('Short')
    expect(await app.makeAssistant(token)).toBe(3)
  })
})

it('refuses a backup of an older version, names the commit to go through, and restores nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-upgrade-'))
  try {
    const place = { DATABASE_URL: undefined, DATA_DIR: join(folder, 'data') }
    const restoring = restore(place, { from: archiveOf('0.1.0', 'sqlite'), say: () => undefined })
    await expect(restoring).rejects.toThrow(/older than version 0\.2\.0.*commit [0-9a-f]{10}/)
    expect(await readdir(folder)).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
