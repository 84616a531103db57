import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { create, extract, list } from 'tar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../test/harness/test-app.ts'
import { newPostgresDatabase } from '../../platform/db/templates.testing.ts'
import { startS3Server } from '../../platform/storage/s3/s3-server.testing.ts'
import { backupCommand, restoreCommand } from './backup.main.ts'

/** Every file below a folder with its contents, except the database itself. */
function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile() && !path.startsWith('bellwether.db'))
    .sort()
  return Object.fromEntries(names.map((path) => [path, readFileSync(join(folder, path), 'base64')]))
}

onEachDatabase('backup and restore ($name)', ({ name, env }) => {
  let folder: string
  let settings: Record<string, string>
  let app: TestApp
  let token: string
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const run = (command: typeof backupCommand, at: Record<string, string>, ...args: string[]) => {
    output = ''
    return command(at, args, write)
  }
  const newPlace = async (called: string): Promise<Record<string, string> & { DATA_DIR: string }> => {
    const server = process.env['TEST_POSTGRES_URL'] ?? ''
    const dataDir = join(folder, called)
    if (name === 'SQLite') return { DATA_DIR: dataDir }
    return { DATA_DIR: dataDir, DATABASE_URL: (await newPostgresDatabase(server, { migrated: false })).url }
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bellwether-backup-test-'))
    settings = { ...(await env()), DATA_DIR: join(folder, 'first') }
    await mkdir(settings['DATA_DIR'] ?? '')
    app = await startTestApp(settings)
    token = await app.signIn()
    await app.makeAssistant(token, { name: 'Kept', system_prompt: 'Ünïcödé \\ "quotes" \n \u2028 漢字' })
    const long = join(settings['DATA_DIR'] ?? '', 'files', 'a'.repeat(80), 'é'.repeat(60))
    await mkdir(long, { recursive: true })
    await writeFile(join(long, 'picture.bin'), Buffer.from([0, 1, 2, 255]))
    await writeFile(join(settings['DATA_DIR'] ?? '', 'files', 'empty.txt'), '')
    await writeFile(join(settings['DATA_DIR'] ?? '', 'files', '.staged-1'), 'unfinished')
    await symlink('/etc/passwd', join(settings['DATA_DIR'] ?? '', 'files', 'link'))
  })
  afterAll(async () => {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it('restores everything to an empty place from a backup of a running server', async () => {
    const archive = join(folder, 'all.tgz')
    expect(await run(backupCommand, settings, '--out', archive, '--with-secrets')).toBe(0)
    expect(output).toContain('all.tgz')
    expect(statSync(archive).mode & 0o777).toBe(0o600)
    const place = await newPlace('second')
    expect(await run(restoreCommand, place, '--from', archive), output).toBe(0)

    const before = filesOf(settings['DATA_DIR'] ?? '')
    delete before['files/.staged-1']
    delete before['files/link']
    expect(filesOf(place['DATA_DIR'] ?? '')).toEqual(before)
    expect(existsSync(join(place['DATA_DIR'] ?? '', 'files', 'link'))).toBe(false)

    const restored = await startTestApp(place)
    try {
      // The same session still counts, and new rows get new ids.
      const { body } = await restored.call('GET', '/assistants', token)
      expect(body.assistants ?? body.items ?? body).toMatchObject([{ name: expect.stringMatching(/kept/i) }])
      const id = await restored.makeAssistant(token, { name: 'Another' })
      const answer = await restored.call('GET', `/assistants/${id - 1}`, token)
      expect(answer.body.system_prompt).toBe('Ünïcödé \\ "quotes" \n \u2028 漢字')
    } finally {
      await restored.stop()
    }
  })

  it('includes files that are in the database or in a bucket', async () => {
    const server = await startS3Server()
    const url = (called: string) => server.url('files', `${name} ${called}`)
    const content = randomBytes(1024 * 1024 + 7)
    try {
      for (const place of [url('from'), ...(name === 'SQLite' ? [] : ['postgres'])]) {
        const label = place.slice(0, 2)
        const from = { ...(await env()), DATA_DIR: join(folder, `from ${label}`), FILES_URL: place }
        await mkdir(from.DATA_DIR)
        const first = await startTestApp(from)
        await first.app.services.storage.put('files/1/ñ large.md', content)
        await first.app.services.storage.put('knowledge/1/empty', Buffer.alloc(0))
        const archive = join(folder, `${label}.tgz`)
        expect(await run(backupCommand, from, '--out', archive, '--with-secrets'), output).toBe(0)
        await first.stop()
        // Of a restore without FILES_URL, one on each database is enough.
        const targets =
          label === 'po' ? [undefined] : name === 'SQLite' ? [undefined, url('to')] : [url('to')]
        for (const target of targets) {
          const to = { ...(await newPlace(`to ${label} ${targets.indexOf(target)}`)) }
          if (target) to['FILES_URL'] = target
          expect(await run(restoreCommand, to, '--from', archive), output).toBe(0)
          const second = await startTestApp(to)
          const { storage } = second.app.services
          expect(storage.kind).toBe(target ? 's3' : name === 'SQLite' ? 'disk' : 'postgres')
          const opened = await storage.open('files/1/ñ large.md')
          expect(opened && (await buffer(opened.content)).equals(content)).toBe(true)
          expect((await storage.head('knowledge/1/empty'))?.size).toBe(0)
          await second.stop()
        }
        const full = { ...(await newPlace(`full ${label}`)), FILES_URL: url('to') }
        if (label === 's3') {
          expect(await run(restoreCommand, full, '--from', archive)).toBe(2)
          expect(output).toContain('is not empty')
        }
      }
    } finally {
      await server.stop()
    }
  })

  it('leaves out secrets unless requested, and says so', async () => {
    const uploads = join(settings['DATA_DIR'] ?? '', 'imports/lamb-1')
    await mkdir(uploads, { recursive: true })
    await writeFile(join(uploads, 'db.sqlite'), 'with secrets in clear text')
    const archive = join(folder, 'plain.tgz')
    expect(await run(backupCommand, settings, '--out', archive)).toBe(0)
    expect(output).toContain('--with-secrets')
    const place = await newPlace('third')
    expect(await run(restoreCommand, place, '--from', archive), output).toBe(0)
    for (const left of ['secrets', 'imports'])
      expect(existsSync(join(place['DATA_DIR'] ?? '', left)), left).toBe(false)
    expect(output).toContain('ENCRYPTION_KEY')
  })

  it('overwrites nothing', async () => {
    const archive = join(folder, 'again.tgz')
    await writeFile(archive, 'mine')
    expect(await run(backupCommand, settings, '--out', archive)).toBe(2)
    expect(await readFile(archive, 'utf8')).toBe('mine')
    const all = join(folder, 'all.tgz')
    expect(await run(restoreCommand, settings, '--from', all)).toBe(2)
    expect(output).toContain('not empty')
    const used = { ...settings, DATA_DIR: join(folder, 'fourth') }
    if (name === 'PostgreSQL') {
      expect(await run(restoreCommand, used, '--from', all)).toBe(2)
      expect(output).toContain('not empty')
    }
  })

  it('refuses a truncated archive, and leaves nothing behind', async () => {
    const bytes = await readFile(join(folder, 'all.tgz'))
    const cut = join(folder, 'cut.tgz')
    const place = await newPlace('fifth')
    for (const part of [0, 100, bytes.length / 2, bytes.length - 20]) {
      await writeFile(cut, bytes.subarray(0, part))
      expect(await run(restoreCommand, place, '--from', cut), `${part}`).toBe(2)
      expect(output).toContain('not a complete Bellwether backup')
      expect(existsSync(place['DATA_DIR'] ?? '')).toBe(false)
      expect(readdirSync(folder).filter((found) => found.includes('restoring'))).toEqual([])
    }
  })

  it('keeps the data folder itself, which may be a link or the root of a disk', async () => {
    const disk = join(folder, 'disk')
    await mkdir(join(disk, 'lost+found'), { recursive: true, mode: 0 })
    const place = { ...(await newPlace('link')), DATA_DIR: join(folder, 'link') }
    await symlink(disk, place.DATA_DIR)
    expect(await run(restoreCommand, place, '--from', join(folder, 'all.tgz')), output).toBe(0)
    expect(lstatSync(place.DATA_DIR).isSymbolicLink()).toBe(true)
    expect(readdirSync(disk)).toEqual(expect.arrayContaining(['files', 'lost+found', 'secrets']))
    const archive = join(folder, 'disk.tgz')
    expect(await run(backupCommand, place, '--out', archive), output).toBe(0)
    const paths: string[] = []
    await list({ file: archive, onReadEntry: (entry) => paths.push(entry.path) })
    expect(paths.filter((path) => path.includes('lost'))).toEqual([])
  })

  it('refuses to restore while another restore uses the folder', async () => {
    const place = await newPlace('busy')
    const unpacked = join(place.DATA_DIR, '.bellwether-restoring')
    await mkdir(unpacked, { recursive: true })
    expect(await run(restoreCommand, place, '--from', join(folder, 'all.tgz'))).toBe(2)
    expect(output).toContain(`delete ${unpacked}`)
    expect(existsSync(unpacked)).toBe(true)
  })

  it('refuses an archive in which a file or the database is missing', async () => {
    const content = join(folder, 'content')
    const missing = name === 'SQLite' ? 'database/bellwether.db' : 'database/users.jsonl'
    for (const path of [missing, 'data/files/empty.txt']) {
      await mkdir(content)
      await extract({ file: join(folder, 'all.tgz'), cwd: content })
      await rm(join(content, path))
      const archive = join(folder, 'missing.tgz')
      await create({ file: archive, cwd: content, gzip: true }, readdirSync(content))
      await rm(content, { recursive: true })
      const place = { ...(await newPlace('missing')), DATA_DIR: join(folder, 'missing') }
      expect(await run(restoreCommand, place, '--from', archive), path).toBe(2)
      expect(output).toContain('not a complete Bellwether backup')
      expect(existsSync(place.DATA_DIR)).toBe(false)
    }
  })

  it('says so if the disk is full', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const failing: NodeJS.ProcessEnv = {
      get DATA_DIR(): string {
        throw full
      },
    }
    expect(await run(backupCommand, failing as Record<string, string>, '--out', join(folder, 'x.tgz'))).toBe(
      2,
    )
    expect(output).toBe('The disk is full: ENOSPC: no space left on device, write\n')
  })

  it.runIf(name === 'PostgreSQL')('leaves the database empty if its tables are damaged', async () => {
    const content = join(folder, 'content')
    await mkdir(content)
    await extract({ file: join(folder, 'all.tgz'), cwd: content })
    const users = join(content, 'database/users.jsonl')
    const [columns = ''] = (await readFile(users, 'utf8')).split('\n')
    for (const damaged of [`${columns}\n`, `${columns}\n["1`, `${columns}\n["x"]\n`]) {
      await writeFile(users, damaged)
      const archive = join(folder, 'damaged.tgz')
      await create({ file: archive, cwd: content, gzip: true }, readdirSync(content))
      const place = { ...(await newPlace('damaged')), DATA_DIR: join(folder, 'damaged') }
      expect(await run(restoreCommand, place, '--from', archive)).toBe(2)
      expect(output).toMatch(/The database in this backup is damaged|Rows are missing/)
      expect(await run(backupCommand, place, '--out', join(folder, 'empty.tgz'))).toBe(2)
      expect(output).toBe(
        'This isn’t a Bellwether database. Use the same DATA_DIR or DATABASE_URL as the server.\n',
      )
      expect(await run(restoreCommand, place, '--from', join(folder, 'all.tgz')), output).toBe(0)
      await rm(place.DATA_DIR, { recursive: true })
    }
    await rm(content, { recursive: true })
  })

  it.runIf(name === 'PostgreSQL')('says so if the database can’t be reached', async () => {
    const place = { DATABASE_URL: 'postgres://127.0.0.1:1/none', DATA_DIR: join(folder, 'unreached') }
    const unreached = /^PostgreSQL at 127.0.0.1:1\/none can’t be reached .*; check DATABASE_URL/m
    expect(await run(restoreCommand, place, '--from', join(folder, 'all.tgz'))).toBe(2)
    expect(output).toMatch(unreached)
    expect(await run(backupCommand, place, '--out', join(folder, 'x.tgz'))).toBe(2)
    expect(output).toMatch(unreached)
  })

  it('refuses an archive of the other database', async () => {
    const other = name === 'SQLite' ? { DATABASE_URL: 'postgres://127.0.0.1:1/none' } : {}
    const place = { DATA_DIR: join(folder, 'sixth'), ...other }
    expect(await run(restoreCommand, place, '--from', join(folder, 'all.tgz'))).toBe(2)
    expect(output).toMatch(/This backup is of a (SQLite|PostgreSQL) database/)
  })

  it('explains itself', async () => {
    expect(await run(backupCommand, settings)).toBe(0)
    expect(output).toContain('--out')
    expect(await run(backupCommand, settings, '--whatever')).toBe(2)
    expect(
      await run(backupCommand, { DATA_DIR: join(folder, 'nowhere') }, '--out', join(folder, 'x.tgz')),
    ).toBe(2)
    expect(output).toContain('No database found')
  })
})
