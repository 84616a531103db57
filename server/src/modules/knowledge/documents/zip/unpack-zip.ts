import { isSystemFile, KNOWLEDGE_LIMITS, type Message, say } from '@bellwether/wire'
import type { StorageContent } from '../../../../platform/storage/storage.ts'
import { ZipArchive, type ZipEntry, type ZipLimits } from '../../../../platform/zip/zip-archive.ts'
import { entriesOf, isZipError, type ZipError } from '../../../../platform/zip/zip-error.ts'
import { toContentType } from '../../originals/content-type.ts'
import type { ReceivedFile } from '../../originals/originals.ts'
import { RefusedFile } from '../../originals/refused-file.ts'

const MB = 1024 * 1024
const LIMITS: ZipLimits = {
  entries: 50_000,
  expandedBytes: 1024 * MB,
  partBytes: KNOWLEDGE_LIMITS.fileBytes,
  ratio: 200,
  ratioFromBytes: 10 * MB,
  milliseconds: 120_000,
}

export interface UnpackedFile {
  /** Includes its folders. */
  name: string
  contentType: string
  received: ReceivedFile
}

/** A file of an archive that is not added, and why. */
export interface SkippedFile {
  name: string
  reason: Message
}

export interface Unpacked {
  files: UnpackedFile[]
  skipped: SkippedFile[]
  /** The text of `MANIFEST`, if the archive has one: the description of an export. */
  manifest?: string
}

/** Not a document: hidden files are skipped. */
export const MANIFEST = '.library.json'
const MAX_MANIFEST_BYTES = MB

export type Receive = (name: string, content: StorageContent) => Promise<ReceivedFile>

/**
 * Receives each file of a zip archive; undefined for zip-based documents such as Word files. A file that can't be
 * read is skipped. An archive that expands too much or has too many files is refused as a whole.
 */
export async function unpackZip(bytes: Uint8Array, receive: Receive): Promise<Unpacked | undefined> {
  const archive = openArchive(bytes)
  const entries = archive.entries()
  if (isDocument(entries)) return undefined
  const included = entries.filter((entry) => !isLeftOut(entry))
  if (included.length > KNOWLEDGE_LIMITS.filesInZip)
    throw new RefusedFile(
      say('knowledge.zip_too_many_files', { count: included.length, limit: KNOWLEDGE_LIMITS.filesInZip }),
    )
  const unpacked: Unpacked = { files: [], skipped: [] }
  try {
    for (const entry of included) await unpackEntry(archive, entry, receive, unpacked)
    const manifest = await readManifest(archive, entries)
    if (manifest !== undefined) return { ...unpacked, manifest }
    if (unpacked.files.length === 0) throw new RefusedFile(whyNothing(unpacked.skipped))
    return unpacked
  } catch (error) {
    for (const { received } of unpacked.files) await received.discard()
    throw isZipError(error) ? new RefusedFile(messageOf(error)) : error
  }
}

function whyNothing(skipped: readonly SkippedFile[]): Message {
  if (skipped.length === 0) return say('knowledge.zip_empty')
  const isLocked = skipped.every(({ reason }) => reason.code === 'knowledge.zip_encrypted_file')
  return say(isLocked ? 'knowledge.zip_password' : 'knowledge.zip_unreadable')
}

function openArchive(bytes: Uint8Array): ZipArchive {
  try {
    return ZipArchive.open(bytes, LIMITS)
  } catch (error) {
    throw isZipError(error) ? new RefusedFile(messageOf(error)) : error
  }
}

async function unpackEntry(
  archive: ZipArchive,
  entry: ZipEntry,
  receive: Receive,
  { files, skipped }: Unpacked,
): Promise<void> {
  const { name } = entry
  const reason = refusalOf(entry)
  if (reason) {
    skipped.push({ name, reason })
    return
  }
  try {
    const received = await receive(name, archive.read(name))
    files.push({ name, contentType: toContentType(name, ''), received })
  } catch (error) {
    if (!isZipError(error) || error.code !== 'corrupt') throw error
    skipped.push({ name, reason: say('knowledge.zip_damaged_file') })
  }
}

async function readManifest(archive: ZipArchive, entries: readonly ZipEntry[]): Promise<string | undefined> {
  const entry = entries.find(({ name }) => name === MANIFEST)
  if (!entry || entry.expanded > MAX_MANIFEST_BYTES || refusalOf(entry)) return undefined
  const parts: Uint8Array[] = []
  for await (const part of archive.read(MANIFEST)) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** Word, PowerPoint, Excel, OpenDocument and EPUB files are zip archives, too. */
const isDocument = (entries: readonly ZipEntry[]): boolean =>
  entries.some(({ name }) => DOCUMENT_PARTS.test(name))

const DOCUMENT_PARTS = /^(?:\[Content_Types\]\.xml|_rels\/\.rels|mimetype|META-INF\/container\.xml)$/

/** Folders, empty files, and what operating systems add. */
const isLeftOut = ({ name, expanded, isEncrypted }: ZipEntry): boolean =>
  name.endsWith('/') || (expanded === 0 && !isEncrypted) || isSystemFile(name)

const ARCHIVE = /\.(?:zip|rar|7z|tar|gz|tgz|bz2|xz|zst|jar|iso)$/i

function refusalOf({ name, isLink, isEncrypted }: ZipEntry): Message | undefined {
  if (name.split('/').includes('..')) return say('knowledge.zip_unsafe_name')
  if (isLink) return say('knowledge.zip_link')
  if (isEncrypted) return say('knowledge.zip_encrypted_file')
  if (ARCHIVE.test(name)) return say('knowledge.zip_nested')
  return undefined
}

function messageOf(error: ZipError): Message {
  switch (error.code) {
    case 'too_many_entries':
      return say('knowledge.zip_too_many_files', {
        count: entriesOf(error),
        limit: KNOWLEDGE_LIMITS.filesInZip,
      })
    case 'expands_too_much':
      return say('knowledge.zip_expands_too_much')
    case 'took_too_long':
      return say('documents.took_too_long', { seconds: LIMITS.milliseconds / 1000 })
    case 'needs_password':
      return say('knowledge.zip_password')
    case 'corrupt':
      return say('documents.corrupt')
  }
}
