import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createTestWorkspaces, type Fixture, openFixture, rootOf } from '../testing.ts'

let fixture: Fixture
beforeEach(async () => {
  fixture = await openFixture()
})
afterEach(() => fixture.close())

const textOf = (path: string) => readFileSync(join(rootOf(fixture.workspace), path), 'utf8')
const MINUTE = 60

/** What a process leaves that was killed a minute ago while it moved the files of a zip in: `a.txt` is there, the others are not. */
function leaveUpload({ hasArrived }: { hasArrived: boolean }) {
  const folder = join(fixture.workspaces.folders.incomingOf(fixture.workspace.id), 'zip-1')
  const at = (seconds: number) => Date.now() / 1000 - MINUTE + seconds
  const put = (place: string, text: string, seconds: number) => {
    writeFileSync(place, text)
    utimesSync(place, at(seconds), at(seconds))
  }
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(rootOf(fixture.workspace), 'deep'))
  const paths = ['a.txt', 'b.txt', 'deep/c.txt', 'd.txt']
  for (const [index, path] of paths.entries()) put(join(folder, String(index)), `new ${path}`, 0)
  if (hasArrived) put(join(folder, 'arrived'), JSON.stringify(paths), 1)
  put(join(rootOf(fixture.workspace), 'a.txt'), 'new a.txt', 2)
  put(join(rootOf(fixture.workspace), 'b.txt'), 'old', -10)
  // Edited after the kill.
  put(join(rootOf(fixture.workspace), 'd.txt'), 'edited', 3)
  return folder
}

/** As the next process does. */
async function openAgain() {
  const workspaces = createTestWorkspaces(fixture.db, fixture.dataDir)
  return workspaces.open(fixture.ana, 'edit', fixture.workspace.id)
}

it('an upload that was interrupted after everything was unpacked is completed', async () => {
  const folder = leaveUpload({ hasArrived: true })
  await openAgain()
  expect(['a.txt', 'b.txt', 'deep/c.txt', 'd.txt'].map(textOf)).toEqual([
    'new a.txt',
    'new b.txt',
    'new deep/c.txt',
    'edited',
  ])
  expect(existsSync(folder)).toBe(false)
})

it('an upload that was interrupted before changes nothing', async () => {
  leaveUpload({ hasArrived: false })
  await openAgain()
  expect(textOf('b.txt')).toBe('old')
  expect(existsSync(join(rootOf(fixture.workspace), 'deep/c.txt'))).toBe(false)
})

it('a workspace whose upload can’t be completed can be used', async () => {
  const folder = leaveUpload({ hasArrived: true })
  const inTheWay = join(rootOf(fixture.workspace), 'deep/c.txt')
  mkdirSync(inTheWay)
  utimesSync(inTheWay, 1, 1)
  const errors: unknown[] = []
  const workspaces = createTestWorkspaces(fixture.db, fixture.dataDir, { onError: (one) => errors.push(one) })
  const workspace = await workspaces.open(fixture.ana, 'edit', fixture.workspace.id)
  expect((await workspaces.files.read(workspace, 'd.txt')).bytes.toString()).toBe('edited')
  expect(errors).toHaveLength(1)
  expect(existsSync(folder)).toBe(true)
})
