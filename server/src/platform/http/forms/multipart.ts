import type { IncomingMessage } from 'node:http'
import { say } from '@bellwether/wire'
import { AppError, badRequest } from '../../errors.ts'
import { boundaryOf, MAX_FORM_FIELDS } from './parse-form.ts'

/** A field or file of a form while it is being received. */
export interface FormPart {
  name: string
  /** Undefined for a field. */
  filename: string | undefined
  /** Empty if the client sends none. */
  contentType: string
  /** What is not read is skipped when the next part is requested. */
  content: AsyncIterable<Uint8Array>
}

const HEAD_BYTES = 16 * 1024
const LINE_BREAK = '\r\n'
const HEAD_END = Buffer.from(LINE_BREAK.repeat(2))

/** The parts of a multipart form, one after the other as they arrive. Only the current chunk is in memory. */
export async function* receiveForm(incoming: IncomingMessage, limit: number): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(incoming.headers['content-type'] ?? '')
  try {
    if (boundary === undefined) throw badRequest(say('requests.multipart_required'))
    if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
    yield* new FormReader(incoming, boundary, limit).parts()
  } finally {
    // The rest of a refused form is discarded, so that the client gets to read the response.
    incoming.resume()
  }
}

/** Reads from the request only what the consumer of the form wants next. */
class FormReader {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #boundary: string
  readonly #limit: number
  #received = 0
  /** Received, but not read yet. The first delimiter has no line break before it. */
  #unread = Buffer.from(LINE_BREAK)

  constructor(incoming: IncomingMessage, boundary: string, limit: number) {
    // The connection stays open, so that a response can still be sent.
    this.#chunks = incoming.iterator({ destroyOnReturn: false })
    this.#boundary = boundary
    this.#limit = limit
  }

  async *parts(): AsyncGenerator<FormPart> {
    const delimiter = Buffer.from(`${LINE_BREAK}--${this.#boundary}`)
    await skip(this.#until(delimiter))
    for (let count = 1; ; count++) {
      while (this.#unread.length < 2) await this.#receive()
      // The last delimiter.
      if (this.#unread.toString('latin1', 0, 2) === '--') return
      if (count > MAX_FORM_FIELDS)
        throw badRequest(say('requests.too_many_form_fields', { limit: MAX_FORM_FIELDS }))
      const head = readHead(await this.#head())
      if (!head) throw unreadable()
      const pieces = this.#until(delimiter)
      // Stays open if the consumer leaves it, so that the rest of this part can be skipped.
      const content = { [Symbol.asyncIterator]: () => ({ next: () => pieces.next() }) }
      yield { ...head, content }
      await skip(content)
    }
  }

  /** The headers of a part, after the rest of the delimiter's line. Each byte is one character. */
  async #head(): Promise<string> {
    let head = ''
    for await (const piece of this.#until(HEAD_END)) {
      head += piece.toString('latin1')
      if (head.length > HEAD_BYTES) throw unreadable()
    }
    return head
  }

  /** The bytes before `end` as they arrive. What follows `end` is read next. */
  async *#until(end: Buffer): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#unread.indexOf(end)
      // The last bytes may be the start of `end`.
      const length = at >= 0 ? at : Math.max(0, this.#unread.length - end.length + 1)
      const piece = this.#unread.subarray(0, length)
      this.#unread = this.#unread.subarray(at >= 0 ? at + end.length : length)
      if (piece.length > 0) yield piece
      if (at >= 0) return
      await this.#receive()
    }
  }

  async #receive(): Promise<void> {
    const next = await this.#chunks.next().catch(() => {
      throw badRequest(say('requests.incomplete_body'))
    })
    if (next.done) throw unreadable()
    this.#received += next.value.length
    if (this.#received > this.#limit) throw tooLarge(this.#limit)
    this.#unread = Buffer.concat([this.#unread, next.value])
  }
}

async function skip(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _piece of pieces) {
    // Only so that what follows can be read.
  }
}

/** The text of a field, up to `limit` bytes. */
export async function readField(part: FormPart, limit: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of part.content) {
    size += piece.length
    if (size > limit) throw badRequest(say('requests.field_too_long', { field: part.name, limit }))
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** Undefined for malformed headers, and for a part without a name or with one that can’t be decoded. */
function readHead(head: string): Omit<FormPart, 'content'> | undefined {
  const [padding, ...lines] = Buffer.from(head, 'latin1')
    .toString('utf8')
    .replace(/\r\n[ \t]+/g, ' ')
    .split(LINE_BREAK)
  if (padding?.trim() !== '' || !lines.every((line) => line.includes(':'))) return undefined
  const headerOf = (name: string): string => {
    const line = lines.find((candidate) => candidate.toLowerCase().startsWith(`${name}:`)) ?? ''
    return line.slice(name.length + 1).trim()
  }
  const disposition = headerOf('content-disposition')
  const name = parameterOf(disposition, 'name')
  const encoded = encodedName(disposition)
  if (name === undefined || encoded === 'malformed') return undefined
  return {
    name,
    filename: encoded?.name ?? parameterOf(disposition, 'filename'),
    contentType: headerOf('content-type'),
  }
}

/** Browsers escape quotes and line breaks in names as `%22`, `%0D` and `%0A`; curl uses `\"`. */
function parameterOf(disposition: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(disposition)
  return (match?.[1] ?? match?.[2])
    ?.replaceAll('\\"', '"')
    .replace(/%(22|0D|0A)/gi, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** RFC 5987, used by programs for names that are not ASCII. */
function encodedName(disposition: string): { name: string } | 'malformed' | undefined {
  const filename = /;\s*filename\*=utf-8''([^\s;]+)/i.exec(disposition)?.[1]
  if (filename === undefined) return undefined
  try {
    return { name: decodeURIComponent(filename) }
  } catch {
    return 'malformed'
  }
}

const unreadable = () => badRequest(say('requests.form_unreadable'))
const tooLarge = (limit: number) =>
  new AppError('too_large', say('requests.too_large', { limit: Math.floor(limit / 1024) }))
