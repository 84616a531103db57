import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { lambImportFieldsSchema, say } from '@bellwether/wire'
import type { ImportOptions, ImportPaths } from '../../importers/lamb/index.ts'
import { SettingsError } from '../../platform/config.ts'
import { diskFull, isDiskFull } from '../../platform/disk/disk-full.ts'
import { badRequest, invalidFields } from '../../platform/errors.ts'
import { check } from '../../platform/http/body.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { type FormPart, readField, receiveForm } from '../../platform/http/forms/multipart.ts'
import { ZipArchive } from '../../platform/zip/zip-archive.ts'
import { isZipError } from '../../platform/zip/zip-error.ts'

export interface ReceivedImport {
  paths: ImportPaths
  options: ImportOptions
  /** Deletes the uploaded files. */
  remove(): Promise<void>
}

/** Below DATA_DIR. Not part of backups: LAMB's databases have secrets in clear text. */
export const IMPORTS_FOLDER = 'imports'
const MAX_BYTES = 16 * 1024 * 1024 * 1024
const FIELD_BYTES = 4096
const KEPT_MS = 24 * 3600 * 1000
/** The only names of files, so that nothing else is written. */
const FILES = ['db', 'webui', 'static', 'kb_data', 'library_data'] as const
type FileName = (typeof FILES)[number]

/** Loaded on first use: an installation moves from LAMB once or never. */
export const loadImporter = () => import('../../importers/lamb/index.ts')

/** Uploaded databases are written to disk as they arrive, readable by the server only. */
export async function receiveImport(exchange: Exchange, dataDir: string): Promise<ReceivedImport> {
  const { findKbFolder, findLibraryFolder, findStaticFolder, openLambDatabase, openWebuiDatabase } =
    await loadImporter()
  const base = join(dataDir, IMPORTS_FOLDER)
  await mkdir(base, { recursive: true, mode: 0o700 })
  await removeOld(base)
  const folder = await mkdtemp(join(base, 'lamb-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const { files, fields } = await readForm(exchange, folder)
    const { db, webui } = files
    if (db === undefined) throw missingFile()
    await requireDatabase(openLambDatabase, db, 'server.import_not_lamb')
    if (webui !== undefined) await requireDatabase(openWebuiDatabase, webui, 'server.import_not_webui')
    const options = check(lambImportFieldsSchema, fields, 'body', 'lamb')
    const [statics, kbData, libraryData] = [
      await unpack(files.static, join(folder, 'static')),
      await unpack(files.kb_data, join(folder, 'kb')),
      await unpack(files.library_data, join(folder, 'library')),
    ]
    const kbFolder = kbData && (await findKbFolder(kbData))
    if (kbData !== undefined && kbFolder === undefined) throw badRequest(say('server.import_not_kb'))
    const libraryFolder = libraryData && (await findLibraryFolder(libraryData))
    if (libraryData !== undefined && libraryFolder === undefined)
      throw badRequest(say('server.import_not_library'))
    return {
      remove,
      paths: {
        lamb: db,
        webui,
        static: statics && (await findStaticFolder(statics)),
        kbData: kbFolder,
        libraryData: libraryFolder,
        kb:
          options.kb_url && kbFolder === undefined
            ? { url: options.kb_url, token: options.kb_token }
            : undefined,
      },
      options: {
        dryRun: options.dry_run === 'true',
        onConflict: options.on_conflict,
        existing: options.existing,
        trustAddresses: options.trust_addresses === 'true',
        source: options.source || undefined,
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

async function readForm(exchange: Exchange, folder: string) {
  const files: Partial<Record<FileName, string>> = {}
  const fields: Record<string, string> = Object.create(null)
  for await (const part of receiveForm(exchange.incoming, MAX_BYTES)) {
    if (part.filename === undefined) fields[part.name] = await readField(part, FIELD_BYTES)
    // A form field that was left empty.
    else if (part.filename === '') continue
    else {
      const name = FILES.find((file) => file === part.name)
      if (!name) throw badRequest(say('requests.unknown_field'))
      files[name] = await save(part, join(folder, `${name}.sqlite`))
    }
  }
  return { files, fields }
}

async function save({ content }: FormPart, path: string): Promise<string> {
  try {
    await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600, flags: 'wx' }))
    return path
  } catch (error) {
    throw isDiskFull(error) ? diskFull(error) : error
  }
}

async function unpack(zip: string | undefined, folder: string): Promise<string | undefined> {
  if (zip === undefined) return undefined
  try {
    if ((await stat(zip)).size > MAX_ZIP_BYTES) throw badRequest(say('server.import_zip_too_large'))
    await mkdir(folder, { mode: 0o700 })
    await unpackFolder(zip, folder)
    await rm(zip)
    return folder
  } catch (error) {
    if (isZipError(error)) throw badRequest(say('server.import_not_zip'))
    throw error
  }
}

async function requireDatabase(
  open: (path: string) => Promise<{ close(): Promise<void> }>,
  path: string,
  code: 'server.import_not_lamb' | 'server.import_not_webui',
): Promise<void> {
  try {
    await (await open(path)).close()
  } catch (error) {
    if (error instanceof SettingsError) throw badRequest(say(code))
    throw error
  }
}

const missingFile = () =>
  invalidFields([{ path: ['db'], message: say('requests.missing_file'), type: 'missing' }])

/** Of imports that were interrupted. */
async function removeOld(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const path = join(base, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > KEPT_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Archives are read into memory. Larger folders are imported on the command line. */
const MAX_ZIP_BYTES = 512 * 1024 * 1024
const GIB = 1024 * 1024 * 1024
const LIMITS = {
  entries: 200_000,
  expandedBytes: 8 * GIB,
  partBytes: GIB,
  ratio: 200,
  ratioFromBytes: 50 * 1024 * 1024,
  milliseconds: 15 * 60 * 1000,
}

/** Unpacks a zip of a folder. Entries that point outside the folder are skipped; links become plain files. */
async function unpackFolder(zip: string, folder: string): Promise<void> {
  const archive = ZipArchive.open(await readFile(zip), LIMITS)
  for (const name of archive.names()) {
    if (name.endsWith('/') || !isInside(name)) continue
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await pipeline(Readable.from(archive.read(name)), createWriteStream(path, { mode: 0o600 }))
  }
}

const isInside = (name: string): boolean =>
  name
    .split('/')
    .every(
      (step) => step !== '' && step !== '.' && step !== '..' && !step.includes('\\') && !step.includes('\0'),
    )
