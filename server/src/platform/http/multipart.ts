import type { IncomingMessage } from 'node:http'
import { AppError, badRequest } from '../errors.ts'

/** A field or a file of a form, while it arrives. */
export interface FormPart {
  name: string
  /** Undefined for a field. */
  filename: string | undefined
  contentType: string
  /** To be read to its end before the next part is asked for. */
  content: AsyncIterable<Uint8Array>
}

const HEAD_BYTES = 16 * 1024
const MAX_PARTS = 2000
const LINE = '\r\n'

/** The parts of a multipart form, one after the other as they arrive: no more of them is in memory than what a socket gives at once. */
export async function* receiveForm(incoming: IncomingMessage, limit: number): AsyncGenerator<FormPart> {
  const boundary = boundaryOf(incoming.headers['content-type'] ?? '')
  try {
    if (boundary === undefined) throw badRequest('Send the form as multipart/form-data')
    if (Number(incoming.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
    yield* new FormReader(incoming, boundary, limit).parts()
  } finally {
    // What is left of a refused form is thrown away, so that the client gets to read the answer.
    incoming.resume()
  }
}

class FormReader {
  readonly #pieces: AsyncIterator<Buffer>
  readonly #delimiter: Buffer
  readonly #limit: number
  /** The first delimiter has no line before it. */
  #buffer: Buffer = Buffer.from(LINE)
  #received = 0

  constructor(incoming: IncomingMessage, boundary: string, limit: number) {
    // An answer can still be given on a connection that is not destroyed.
    this.#pieces = incoming.iterator({ destroyOnReturn: false })
    this.#delimiter = Buffer.from(`${LINE}--${boundary}`, 'latin1')
    this.#limit = limit
  }

  async *parts(): AsyncGenerator<FormPart> {
    for await (const _piece of this.#untilDelimiter()) {
      // What stands before the first part means nothing.
    }
    for (let count = 0; !(await this.#isEnd()); count += 1) {
      if (count >= MAX_PARTS) throw badRequest(`A form may have ${MAX_PARTS} fields and files`)
      const head = readHead(await this.#head())
      const content = this.#untilDelimiter()
      yield { ...head, content }
      for await (const _piece of content) {
        // Nobody wanted the rest of this part.
      }
    }
  }

  async *#untilDelimiter(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffer.indexOf(this.#delimiter)
      // The end of the buffer may be the beginning of the delimiter.
      const sure = at === -1 ? Math.max(0, this.#buffer.length - this.#delimiter.length + 1) : at
      const piece = this.#buffer.subarray(0, sure)
      this.#buffer = this.#buffer.subarray(at === -1 ? sure : at + this.#delimiter.length)
      if (piece.length > 0) yield piece
      if (at !== -1) return
      await this.#more()
    }
  }

  async #isEnd(): Promise<boolean> {
    while (this.#buffer.length < 2) await this.#more()
    return this.#buffer.toString('latin1', 0, 2) === '--'
  }

  async #head(): Promise<string> {
    for (;;) {
      const at = this.#buffer.indexOf(LINE + LINE)
      if (at > HEAD_BYTES || (at === -1 && this.#buffer.length > HEAD_BYTES)) throw unreadable()
      if (at !== -1) {
        const head = this.#buffer.toString('utf8', 0, at)
        this.#buffer = this.#buffer.subarray(at + 4)
        return head
      }
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next().catch(() => {
      throw badRequest('The request ended before its body was complete')
    })
    if (next.done) throw unreadable()
    this.#received += next.value.length
    if (this.#received > this.#limit) throw tooLarge(this.#limit)
    this.#buffer = this.#buffer.length === 0 ? next.value : Buffer.concat([this.#buffer, next.value])
  }
}

/** The text of a field, of which nobody expects a book. */
export async function readField(part: FormPart, limit: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of part.content) {
    size += piece.length
    if (size > limit) throw badRequest(`The field “${part.name}” is longer than ${limit} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain
}

function readHead(head: string): Omit<FormPart, 'content'> {
  const lines = head.split(LINE)
  const headerOf = (name: string) =>
    lines
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const disposition = headerOf('content-disposition') ?? ''
  const name = parameterOf(disposition, 'name')
  if (name === undefined) throw unreadable()
  return {
    name,
    filename: encodedName(disposition) ?? parameterOf(disposition, 'filename'),
    contentType: headerOf('content-type') ?? '',
  }
}

/** Browsers write quotes and line ends in names as `%22`, `%0D` and `%0A`; curl writes `\"`. */
function parameterOf(disposition: string, name: string): string | undefined {
  const found = new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`, 'i').exec(disposition)
  return (found?.[1] ?? found?.[2])
    ?.replaceAll('\\"', '"')
    .replace(/%(22|0D|0A)/gi, (_sign, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** RFC 5987, as programs send names that are not ASCII. */
function encodedName(disposition: string): string | undefined {
  const given = /;\s*filename\*=utf-8''([^\s;]+)/i.exec(disposition)?.[1]
  if (given === undefined) return undefined
  try {
    return decodeURIComponent(given)
  } catch {
    throw unreadable()
  }
}

const unreadable = () => badRequest('The form could not be read; send multipart/form-data')
const tooLarge = (limit: number) =>
  new AppError('too_large', `The request is larger than the ${Math.floor(limit / 1024)} KiB allowed here`)
