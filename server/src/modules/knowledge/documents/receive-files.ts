import { KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import type * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, invalidFields } from '../../../platform/errors.ts'
import { check } from '../../../platform/http/body.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { type FormPart, readField, receiveForm } from '../../../platform/http/forms/multipart.ts'
import type { StorageContent } from '../../../platform/storage/storage.ts'
import type { Knowledge } from '../knowledge.ts'
import { toContentType } from '../originals/content-type.ts'
import type { ReceivedFile } from '../originals/originals.ts'
import { RefusedFile } from '../originals/refused-file.ts'
import type { Receive } from './document-queue.ts'
import type { SkippedFile } from './zip/unpack-zip.ts'

/** A file of a form on disk: to be kept or discarded. */
export interface UploadedFile {
  name: string
  contentType: string
  received: ReceivedFile
}

export interface ReceivedForm<F> {
  files: UploadedFile[]
  /** Empty or too large. */
  skipped: SkippedFile[]
  /** The other fields of the form. */
  fields: F
}

interface RefusedUpload {
  name: string
  refusal: RefusedFile
}

/** A repeated field is a list. */
type Fields = Record<string, string | string[]>

const FIELD_BYTES = 100_000
/** All files of a folder, by their names. */
const NAMES_BYTES = 4 * 1024 * 1024
/** A form of files, with room for its other fields. */
const UPLOAD_BYTES = KNOWLEDGE_LIMITS.fileBytes + NAMES_BYTES + 1024 * 1024
const SMALL_BYTES = 64 * 1024
const WRITTEN_AT_ONCE = 16
const FILE_FIELDS: ReadonlySet<string> = new Set(['files', 'file'])

/**
 * Files are written to disk as they arrive. If the form is refused or the client disconnects, they are removed. So is
 * a form whose files are all empty or too large.
 */
export async function receiveFiles<F>(
  { bases, documents }: Pick<Knowledge, 'bases' | 'documents'>,
  caller: UserCaller,
  base: number,
  exchange: Exchange,
  fields: z.ZodType<F>,
): Promise<ReceivedForm<F>> {
  await bases.getFor(caller, 'edit', base)
  const values: Fields = Object.create(null)
  const files = createQueue()
  let receive: Receive | undefined
  try {
    for await (const part of receiveForm(exchange.incoming, UPLOAD_BYTES)) {
      if (part.filename === undefined)
        addField(values, part.name, await readField(part, part.name === 'names' ? NAMES_BYTES : FIELD_BYTES))
      // A form field that was left empty.
      else if (part.filename === '') continue
      else if (!FILE_FIELDS.has(part.name)) addField(values, part.name, '')
      else {
        receive ??= await documents.startReceiving(caller, base)
        await files.add(part, part.filename, receive)
      }
    }
    return { ...(await files.all()), fields: check(fields, values, 'body', 'lamb') }
  } catch (error) {
    await files.discard()
    throw error
  }
}

/** Writes small files while the next ones arrive: one after the other, each would wait for the disk. */
function createQueue() {
  const files: Promise<UploadedFile | RefusedUpload>[] = []
  const writing = new Set<Promise<void>>()
  let failure: { error: unknown } | undefined

  function note(file: Promise<UploadedFile | RefusedUpload>): void {
    files.push(file)
    const written = file.then(
      () => void writing.delete(written),
      (error: unknown) => {
        failure ??= { error }
        writing.delete(written)
      },
    )
    writing.add(written)
  }

  return {
    async add(part: FormPart, name: string, receive: Receive): Promise<void> {
      if (failure) throw failure.error
      if (files.length >= KNOWLEDGE_LIMITS.filesAtOnce)
        throw badRequest(say('knowledge.too_many_files_at_once', { limit: KNOWLEDGE_LIMITS.filesAtOnce }))
      const contentType = toContentType(name, part.contentType)
      const content = await readSmall(part.content)
      const file = receive(name, content).then(
        (received) => ({ name, contentType, received }),
        (refusal: unknown) => {
          if (refusal instanceof RefusedFile) return { name, refusal }
          throw refusal
        },
      )
      note(file)
      // The rest of a large file has to be read before the next part.
      if (!(content instanceof Uint8Array)) await file
      else if (writing.size >= WRITTEN_AT_ONCE) await Promise.race(writing)
    },

    async all(): Promise<Pick<ReceivedForm<unknown>, 'files' | 'skipped'>> {
      const all = await Promise.all(files)
      const refused = all.filter((file) => 'refusal' in file)
      const [first] = refused
      if (first && refused.length === all.length) throw first.refusal
      return {
        files: all.filter((file) => 'received' in file),
        skipped: refused.map(({ name, refusal }) => ({ name, reason: refusal.reason })),
      }
    },

    async discard(): Promise<void> {
      for (const file of await Promise.allSettled(files))
        if (file.status === 'fulfilled' && 'received' in file.value) await file.value.received.discard()
    },
  }
}

/** The bytes of a small file, or the content of a larger one as it arrives. */
async function readSmall(content: AsyncIterable<Uint8Array>): Promise<StorageContent> {
  const start: Uint8Array[] = []
  const pieces = content[Symbol.asyncIterator]()
  let length = 0
  for (;;) {
    const next = await pieces.next()
    if (next.done) return Buffer.concat(start)
    start.push(next.value)
    length += next.value.length
    if (length > SMALL_BYTES) break
  }
  return (async function* () {
    yield* start
    yield* { [Symbol.asyncIterator]: () => pieces }
  })()
}

/** The first file of a form that should have one. The others are removed. */
export async function takeFirst(files: readonly UploadedFile[]): Promise<UploadedFile[]> {
  requireFile(files)
  for (const { received } of files.slice(1)) await received.discard()
  return files.slice(0, 1)
}

/** For forms with a single file. */
export function requireFile(files: readonly UploadedFile[]): void {
  if (files.length > 0) return
  throw invalidFields([{ path: ['file'], message: say('requests.missing_file'), type: 'missing' }])
}

/** For files in memory. If one is refused, the others are removed. */
export async function receiveTexts(
  documents: Pick<Knowledge['documents'], 'startReceiving'>,
  caller: UserCaller,
  base: number,
  texts: readonly { name: string; text: string }[],
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = []
  try {
    const receive = await documents.startReceiving(caller, base)
    for (const { name, text } of texts)
      files.push({ name, contentType: 'text/plain', received: await receive(name, Buffer.from(text)) })
    return files
  } catch (error) {
    for (const { received } of files) await received.discard()
    throw error
  }
}

function addField(fields: Fields, name: string, value: string): void {
  const before = fields[name]
  fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
}
