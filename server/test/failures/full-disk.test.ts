import { mkdtempSync, readdirSync } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toAppError } from '../../src/platform/http/error-bodies.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** Simulates a full disk for all files: at the first byte, or on sync. */
async function fillDisk(moment: 'write' | 'sync'): Promise<void> {
  const probe = join(mkdtempSync(join(tmpdir(), 'bellwether-probe-')), 'probe')
  const handle = await open(probe, 'w')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  await rm(probe)
  const fail = async () => Promise.reject(noSpace())
  if (moment === 'write') {
    vi.spyOn(prototype, 'writeFile').mockImplementation(fail)
    vi.spyOn(prototype, 'write').mockImplementation(fail)
  } else vi.spyOn(prototype, 'sync').mockImplementation(fail)
}

/** Lists every file in a folder, except the database. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/bellwether\.db|secrets/.test(`${entry.parentPath}/${entry.name}`))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

describe('upload to a full disk', () => {
  let app: TestApp
  let token: string
  let base: number
  let workspace: string

  beforeAll(async () => {
    app = await startTestApp()
    token = await app.signIn()
    base = (await app.call('POST', '/knowledge-bases', token, { name: 'Notes' })).body.id
    workspace = (await app.call('POST', '/workspaces', token, { name: 'Space' })).body.id
    await put('first.txt', 'before')
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(() => app.stop())

  const formOf = (field: string): FormData => {
    const form = new FormData()
    form.append(field, new Blob(['# A lesson']), 'lesson.md')
    return form
  }
  const put = (name: string, body: string, path = `files/${name}`, method = 'PUT') =>
    fetch(`${app.url}/workspaces/${workspace}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      body,
    }).then(async (response) => ({ status: response.status, body: await response.text() }))

  const ROUTES: [string, () => Promise<{ status: number; body: unknown }>][] = [
    ['files', () => app.call('POST', '/creator/files/upload', token, formOf('file'))],
    ['our knowledge bases', () => app.call('POST', `/knowledge-bases/${base}/files`, token, formOf('files'))],
    [
      'LAMB’s knowledge bases',
      () => app.call('POST', `/creator/knowledgebases/kb/${base}/files`, token, formOf('files')),
    ],
    [
      'the knowledge-base server’s door',
      () => app.call('POST', `/kb-server/collections/${base}/ingest-file`, token, formOf('file')),
    ],
    ['workspaces', () => put('second.txt', 'after')],
    ['workspaces, over a file', () => put('first.txt', 'after')],
  ]

  describe.each(['write', 'sync'] as const)('on %s', (moment) => {
    it.each(ROUTES)('returns 503 and leaves nothing behind: %s', async (_name, upload) => {
      const before = filesIn(app.dataDir)
      await fillDisk(moment)
      const { status, body } = await upload()
      vi.restoreAllMocks()
      expect(status, JSON.stringify(body)).toBe(503)
      expect(JSON.stringify(body)).toMatch(/disk is full. Nothing was (saved|changed)/)
      expect(filesIn(app.dataDir)).toEqual(before)
      const list = await app.call('GET', `/knowledge-bases/${base}/files`, token)
      expect(JSON.stringify(list.body)).not.toContain('lesson.md')
    })
  })
})

it('distinguishes a full disk from a bug, however deep the error is wrapped', () => {
  const wrapped = new Error('could not save', { cause: noSpace() })
  expect(toAppError(wrapped)).toMatchObject({ code: 'unavailable', status: 503, details: { retryAfter: 60 } })
  expect(toAppError(new Error('x')).code).toBe('internal')
})
