/** @module-tag nightly */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { extract } from 'tar'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drawWords, toBitmap } from '../server/src/documents/readers/pictures.testing.ts'
import { post, type ServerProcess, startServer, until } from './server-process.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ADMIN = { email: 'admin@example.edu', password: 'correct horse' }

describe('the release archive, unpacked in an empty folder', () => {
  let folder: string | undefined
  let release: string
  let server: ServerProcess
  let token: string

  beforeAll(async () => {
    const made = spawnSync(process.execPath, ['scripts/release.mjs', '--this-platform', '--no-build'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(made.status, made.stderr).toBe(0)
    const unpacked = mkdtempSync(join(tmpdir(), 'bellwether-release-'))
    const archive = /release\/(bellwether-.*\.tgz)/.exec(made.stdout)?.[1] ?? ''
    await extract({ file: join(root, 'release', archive), cwd: unpacked })
    const [name = ''] = readdirSync(unpacked)
    folder = unpacked
    release = join(unpacked, name)
    server = await startServer(
      { DATA_DIR: join(unpacked, 'data'), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
      join(release, 'server.mjs'),
    )
    token = (await post(`${server.url}/creator/login`, ADMIN)).body.data.token
  })
  afterAll(async () => {
    server?.child.kill('SIGKILL')
    await server?.exited
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  // biome-ignore lint/suspicious/noExplicitAny: responses of any shape
  const get = async (path: string): Promise<any> =>
    (await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } })).json()

  it('serves the web app and signs people in', async () => {
    const headers = { accept: 'text/html' }
    // Not with fetch, whose headers show that it is not a browser window.
    const page = await new Promise<string>((resolve, reject) =>
      httpGet(server.url, { headers }, (response) => text(response).then(resolve, reject)).on(
        'error',
        reject,
      ),
    )
    expect(page).toContain('/_app/')
    expect(token).toBeTruthy()
  })

  it('carries the licences of what it contains', async () => {
    const licences = await readFile(join(release, 'THIRD-PARTY-LICENCES.txt'), 'utf8')
    for (const name of ['hono', 'svelte', '@fontsource-variable/inter', 'unpdf', 'katex'])
      expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(licences).toContain('SIL OPEN FONT LICENSE')
  })

  it('reads documents, including text in images', async () => {
    const base = (
      await post(
        `${server.url}/knowledge-bases`,
        { name: 'course', settings: { ocr_languages: ['eng'] } },
        token,
      )
    ).body.id
    const form = new FormData()
    form.append('files', new File([toBitmap(drawWords('HELLO THE HOTEL'))], 'picture.bmp'))
    form.append('files', new File(['The bellwether leads the flock.'], 'text.txt'))
    const sent = await fetch(`${server.url}/creator/knowledgebases/kb/${base}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    expect(sent.status).toBe(200)
    const files = await until(async () => {
      const { files } = await get(`/creator/knowledgebases/kb/${base}`)
      return files.every((file: { status: string }) => ['completed', 'failed'].includes(file.status))
        ? files
        : undefined
    }, 60_000)
    expect(files).toHaveLength(2)
    expect(
      files.map((file: { status: string }) => file.status),
      server.output(),
    ).toEqual(['completed', 'completed'])
  })
})
