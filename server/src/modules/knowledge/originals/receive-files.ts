import { KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import type * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, invalid } from '../../../platform/errors.ts'
import { check } from '../../../platform/http/body.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { type FormPart, readField, receiveForm } from '../../../platform/http/forms/multipart.ts'
import type { Knowledge } from '../knowledge.ts'
import { toContentType } from './content-type.ts'
import type { ReceivedFile } from './originals.ts'

/** A file of a form on disk: to be kept or discarded. */
export interface UploadedFile {
  name: string
  contentType: string
  received: ReceivedFile
}

export interface ReceivedForm<F> {
  files: UploadedFile[]
  /** The other fields of the form. */
  fields: F
}

/** A repeated field is a list. */
type Fields = Record<string, string | string[]>

const FIELD_BYTES = 100_000
/** All files of a folder, by their names. */
const NAMES_BYTES = 4 * 1024 * 1024
/** A form of files, with room for its other fields. */
const UPLOAD_BYTES = KNOWLEDGE_LIMITS.fileBytes + NAMES_BYTES + 1024 * 1024
const FILE_FIELDS: ReadonlySet<string> = new Set(['files', 'file'])

/** Files are written to disk as they arrive. If the form is refused or the client disconnects, they are removed. */
export async function receiveFiles<F>(
  { bases, documents }: Pick<Knowledge, 'bases' | 'documents'>,
  caller: UserCaller,
  base: number,
  exchange: Exchange,
  fields: z.ZodType<F>,
): Promise<ReceivedForm<F>> {
  await bases.getFor(caller, 'edit', base)
  const files: UploadedFile[] = []
  const given: Fields = Object.create(null)
  try {
    for await (const part of receiveForm(exchange.incoming, UPLOAD_BYTES)) {
      if (part.filename === undefined)
        addField(given, part.name, await readField(part, part.name === 'names' ? NAMES_BYTES : FIELD_BYTES))
      // A form field that was left empty.
      else if (part.filename === '') continue
      else if (!FILE_FIELDS.has(part.name)) addField(given, part.name, '')
      else files.push(await receiveFile(part, part.filename))
    }
    return { files, fields: check(fields, given, 'body', 'lamb') }
  } catch (error) {
    for (const { received } of files) await received.discard()
    throw error
  }

  async function receiveFile(part: FormPart, name: string): Promise<UploadedFile> {
    if (files.length >= KNOWLEDGE_LIMITS.filesAtOnce)
      throw badRequest(say('knowledge.too_many_files_at_once', { limit: KNOWLEDGE_LIMITS.filesAtOnce }))
    const received = await documents.receive(caller, base, name, part.content)
    return { name, contentType: toContentType(name, part.contentType), received }
  }
}

/** For forms with a single file. */
export function requireFile(files: readonly UploadedFile[]): void {
  if (files.length > 0) return
  const { code, text } = say('requests.missing_file')
  throw invalid(`file: ${text}`, [{ loc: ['body', 'file'], msg: text, type: 'missing', message_code: code }])
}

/** For files in memory. If one is refused, the others are removed. */
export async function receiveTexts(
  documents: Pick<Knowledge['documents'], 'receive'>,
  caller: UserCaller,
  base: number,
  texts: readonly { name: string; text: string }[],
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = []
  try {
    for (const text of texts) files.push(await receiveText(documents, caller, base, text))
    return files
  } catch (error) {
    for (const { received } of files) await received.discard()
    throw error
  }
}

async function receiveText(
  documents: Pick<Knowledge['documents'], 'receive'>,
  caller: UserCaller,
  base: number,
  { name, text }: { name: string; text: string },
): Promise<UploadedFile> {
  const received = await documents.receive(caller, base, name, Buffer.from(text))
  return { name, contentType: 'text/plain', received }
}

function addField(fields: Fields, name: string, value: string): void {
  const before = fields[name]
  fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value]
}
