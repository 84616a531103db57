import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { STAGED_START } from '../files/place.ts'
import { searchFiles } from '../search/search-files.ts'
import { type Fixture, openFixture, rootOf } from '../testing.ts'

let fixture: Fixture
const place = (path: string) => join(rootOf(fixture.workspace), path)
const newFolder = () => realpathSync(mkdtempSync(join(tmpdir(), 'bellwether-hard-')))
const refused = { refusal: 'hard_link', status: 403 }
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.close())

it('a hard link to a file from outside is neither read nor changed', async () => {
  const outside = join(newFolder(), 'key')
  await writeFile(outside, 'kept outside')
  linkSync(outside, place('linked'))
  const { workspace, workspaces, ana } = fixture
  await expect(workspaces.files.read(workspace, 'linked')).rejects.toMatchObject(refused)
  const bytes = Buffer.from('changed')
  await expect(
    workspaces.files.write(workspace, { path: 'linked', bytes, userId: ana.userId }),
  ).rejects.toMatchObject(refused)
  await expect(workspaces.files.remove(workspace, 'linked', ana.userId)).rejects.toMatchObject(refused)
  const request = { path: '', regex: 'kept', caseSensitive: true, maxHits: 5 }
  expect(await searchFiles(workspace, request)).toMatchObject({ hits: [] })
  const pieces: Buffer[] = []
  for await (const piece of workspaces.files.zip(workspace)) pieces.push(piece)
  expect(Buffer.concat(pieces).includes('linked')).toBe(false)
  await workspaces.checkpoints.checkpointFor(workspace, 'with a hard link')
  expect(await workspaces.checkpoints.changes(workspace)).toMatchObject({ changed_files: [] })
  expect(await readFile(outside, 'utf8')).toBe('kept outside')
  rmSync(place('linked'))
})

it('a file that a crash left with its staged name is a file like any other', async () => {
  await writeFile(place('made'), 'new')
  linkSync(place('made'), place(`${STAGED_START}crashed`))
  expect(String((await fixture.workspaces.files.read(fixture.workspace, 'made')).bytes)).toBe('new')
  expect(readdirSync(rootOf(fixture.workspace)).filter((name) => name.startsWith(STAGED_START))).toEqual([])
})

it('an operator’s folder that was replaced by a link is not opened', async () => {
  const allowed = newFolder()
  const [folder, other] = [join(allowed, 'course'), newFolder()]
  mkdirSync(folder)
  await writeFile(join(other, 'key'), 'kept outside')
  const { folders } = fixture.workspaces
  const workspace = await folders.open({ id: 'operator', folder, tree: null })
  renameSync(folder, join(allowed, 'moved'))
  symlinkSync(other, folder)
  await expect(fixture.workspaces.files.read(workspace, 'key')).rejects.toMatchObject({
    refusal: 'not_found',
  })
  await expect(folders.open({ id: 'operator', folder, tree: null })).rejects.toMatchObject({
    refusal: 'not_found',
  })
})
