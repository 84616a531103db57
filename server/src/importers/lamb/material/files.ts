import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_LIMITS, say } from '@bellwether/wire'
import { createFileStore, findImageType } from '../../../modules/files/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { createOwners, type Owner } from '../assistants/owners.ts'
import { type ImportRun, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { Note } from '../report.ts'
import { materialRepository } from './material.repository.ts'

const KIND = 'file'
const TYPES: Readonly<Record<string, string>> = {
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

interface LegacyFile {
  /** As assistants name it: `<userId>/<name>` or `<userId>/img/<name>`. */
  path: string
  /** Below the folder of the user. */
  inside: string
  name: string
  isImage: boolean
}

/** LAMB's `static/public/<userId>`: texts that assistants read, and generated images. */
export async function importFiles(run: ImportRun): Promise<void> {
  if (run.staticFolder === undefined) return
  const staticFolder = await findStaticFolder(run.staticFolder)
  const owners = createOwners(run)
  const folders = (await foldersIn(staticFolder)).filter((name) => /^\d{1,15}$/.test(name))
  if (folders.length === 0) run.report.notice(say('imports.static_without_users'))
  let done = 0
  for (const folder of folders) {
    const owner = await owners.findById(Number(folder))
    const files = await filesOf(join(staticFolder, folder), folder)
    const imported = await itemRepository.findMany(
      run.db,
      run.sourceId,
      KIND,
      files.map(({ path }) => path),
    )
    for (const file of files) {
      if (imported.has(file.path)) run.report.count(KIND, 'unchanged')
      else if (!owner) skip(run, KIND, file.path, file.name, say('imports.owner_not_imported'))
      else await importFile(run, file, owner, staticFolder)
    }
    run.onProgress({ step: say('imports.step_files'), done: ++done, total: folders.length })
  }
}

/** The folder itself, or the first one in it that has the folders of users: an archive often has one more level. */
export async function findStaticFolder(folder: string): Promise<string> {
  return (await searchStaticFolder(folder, 3)) ?? folder
}

async function searchStaticFolder(folder: string, depth: number): Promise<string | undefined> {
  const inside = await foldersIn(folder)
  if (inside.some((name) => /^\d{1,15}$/.test(name))) return folder
  for (const name of depth > 0 ? inside : []) {
    const match = await searchStaticFolder(join(folder, name), depth - 1)
    if (match !== undefined) return match
  }
  return undefined
}

async function filesOf(folder: string, user: string): Promise<LegacyFile[]> {
  const texts = (await filesIn(folder)).map((name) => ({
    path: `${user}/${name}`,
    inside: name,
    name,
    isImage: false,
  }))
  const hasImages = (await foldersIn(folder)).includes('img')
  const images = (hasImages ? await filesIn(join(folder, 'img')) : []).map((name) => ({
    path: `${user}/img/${name}`,
    inside: `img/${name}`,
    name,
    isImage: true,
  }))
  return [...texts, ...images]
}

async function importFile(
  run: ImportRun,
  file: LegacyFile,
  owner: Owner,
  staticFolder: string,
): Promise<void> {
  const leave = (reason: Note) => skip(run, KIND, file.path, file.name, reason)
  const store = createFileStore(run.storage, 'files')
  const ourPath = `${owner.id}/${file.inside}`
  if (!run.options.dryRun && !store.isPath(ourPath)) return leave(say('imports.file_name_invalid'))
  const bytes = await readFile(
    join(staticFolder, file.path),
    file.isImage ? FILE_LIMITS.imageBytes : FILE_LIMITS.textBytes,
  )
  if (!bytes) return leave(say('imports.file_unreadable'))
  const type = file.isImage ? findImageType(bytes)?.contentType : textTypeOf(file.name, bytes)
  if (type === undefined)
    return leave(
      file.isImage
        ? say('imports.file_not_image')
        : say('imports.file_not_text', { types: Object.keys(TYPES).join(', ') }),
    )
  const { name, isImage } = file
  const saved = { path: ourPath, name, bytes, isImage, contentType: type }
  const isSaved = await saveFile(run, { kind: KIND, legacyId: file.path }, owner, saved)
  if (isSaved === undefined) leave(say('imports.file_exists'))
}

/** Our path of a file that this import or an earlier one has saved. */
export async function findSavedFile(
  { db, sourceId, planned }: ImportRun,
  kind: string,
  legacyId: string,
): Promise<string | undefined> {
  const saved = planned.files.get(`${kind}/${legacyId}`)
  return saved ?? (await itemRepository.findMany(db, sourceId, kind, [legacyId])).get(legacyId)
}

/** Whether there is a file at this path of ours, or would be after the import. */
export const isFileHere = async ({ db, planned }: ImportRun, path: string): Promise<boolean> =>
  [...planned.files.values()].includes(path) || materialRepository.hasFile(db, path)

interface FileToSave {
  path: string
  name: string
  bytes: Buffer
  isImage: boolean
  contentType: string
}

/** Returns its path; undefined if there is a file here, which stays. */
export async function saveFile(
  run: ImportRun,
  { kind, legacyId }: { kind: string; legacyId: string },
  owner: Owner,
  { path, name, bytes, isImage, contentType }: FileToSave,
): Promise<string | undefined> {
  if (await materialRepository.hasFile(run.db, path)) return undefined
  if (run.options.dryRun) run.planned.files.set(`${kind}/${legacyId}`, path)
  const store = createFileStore(run.storage, 'files')
  const staged = run.options.dryRun ? undefined : await store.stage(path, bytes)
  try {
    await saveAll(run, [
      {
        kind,
        legacyId,
        name,
        notes: [],
        isCounted: true,
        async insert(tx) {
          await materialRepository.insertFile(tx, {
            organization_id: owner.organizationId,
            owner_id: owner.id,
            path,
            name,
            kind: isImage ? 'image' : 'upload',
            content_type: contentType,
            size: bytes.length,
            created_at: nowSeconds(),
          })
          await staged?.commit(tx)
          return path
        },
      },
    ])
    return path
  } finally {
    await staged?.discard()
  }
}

function textTypeOf(name: string, bytes: Buffer): string | undefined {
  const ending = /\.[a-z]+$/.exec(name.toLowerCase())?.[0] ?? ''
  return isUtf8(bytes) && !bytes.includes(0) ? TYPES[ending] : undefined
}

/** Never through a link, which could lead to any file of this computer. */
async function readFile(path: string, limit: number): Promise<Buffer | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => undefined)
  if (!file) return undefined
  try {
    const stats = await file.stat()
    return stats.isFile() && stats.size <= limit ? await file.readFile() : undefined
  } finally {
    await file.close()
  }
}

/** Links to folders are not followed either. */
async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name)
}
