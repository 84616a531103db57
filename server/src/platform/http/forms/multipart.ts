import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { say } from '@bellwether/wire'
import { Dicer } from '@fastify/busboy'
import { AppError, badRequest } from '../../errors.ts'
import { boundaryOf } from './form-boundary.ts'
import { MAX_FORM_FIELDS } from './parse-form.ts'

/** A field or file of a form while it is being received. */
export interface FormPart {
  name: string
  /** Undefined for a field. */
  filename: string | undefined
  /** Empty if the client sends none. */
  contentType: string
  /** Must be read to the end before the next part is requested. */
  content: AsyncIterable<Uint8Array>
}

const HEAD_BYTES = 16 * 1024

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

/** A part whose headers have been read. */
interface OpenPart extends Omit<FormPart, 'content'> {
  stream: Readable
  hasEnded: boolean
}

/** Feeds the parser only when the consumer of the form wants more. */
class FormReader {
  readonly #pieces: AsyncIterator<Buffer>
  readonly #parser: Dicer
  readonly #limit: number
  readonly #parts: OpenPart[] = []
  #count = 0
  #received = 0
  /** Whether the last part has its headers. */
  #hasHead = true
  #isComplete = false
  #hasFinished = false
  #fault: AppError | undefined
  /** Incremented on every event of the parser. */
  #events = 0
  #wake: () => void = () => undefined

  constructor(incoming: IncomingMessage, boundary: string, limit: number) {
    // The connection stays open, so that a response can still be sent.
    this.#pieces = incoming.iterator({ destroyOnReturn: false })
    this.#limit = limit
    const settings = { boundary, maxHeaderSize: HEAD_BYTES, maxHeaderPairs: 50 }
    this.#parser = new Dicer(settings)
    this.#parser.on('part', (stream) => this.#open(stream))
    this.#parser.on('error', () => this.#fail(unreadable()))
    this.#parser.on('finish', () => {
      this.#hasFinished = true
      this.#notify()
    })
  }

  async *parts(): AsyncGenerator<FormPart> {
    for (;;) {
      const events = this.#events
      const part = this.#parts.shift()
      if (part) {
        const { name, filename, contentType } = part
        const content = this.#contentOf(part)
        yield { name, filename, contentType, content }
        for await (const _piece of content) {
          // Discards the unread rest of this part.
        }
      } else if (this.#fault) throw this.#fault
      else if (this.#hasFinished && this.#hasHead) return
      else if (this.#hasFinished) throw unreadable()
      else await this.#more(events)
    }
  }

  #open(stream: Dicer.PartStream): void {
    if (!this.#hasHead) this.#fail(unreadable())
    if (++this.#count > MAX_FORM_FIELDS)
      this.#fail(badRequest(say('requests.too_many_form_fields', { limit: MAX_FORM_FIELDS })))
    this.#hasHead = false
    stream.once('error', () => this.#fail(unreadable()))
    stream.once('header', (header) => {
      this.#hasHead = true
      const head = readHead(header as Head)
      if (!head) return this.#fail(unreadable())
      const part: OpenPart = { ...head, stream, hasEnded: false }
      stream.once('end', () => {
        part.hasEnded = true
        this.#notify()
      })
      this.#parts.push(part)
      this.#notify()
    })
  }

  async *#contentOf(part: OpenPart): AsyncGenerator<Buffer> {
    for (;;) {
      const events = this.#events
      const piece: Buffer | null = part.stream.read()
      if (piece) yield piece
      else if (part.hasEnded) return
      else if (this.#fault) throw this.#fault
      else await this.#more(events)
    }
  }

  /** Passes the next chunk to the parser; after the last one, waits for the parser to finish. */
  async #more(events: number): Promise<void> {
    if (this.#isComplete) {
      if (!this.#hasHead) throw unreadable()
      if (events === this.#events)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      return
    }
    const next = await this.#pieces.next().catch(() => {
      throw badRequest(say('requests.incomplete_body'))
    })
    if (next.done) {
      this.#isComplete = true
      this.#parser.end()
      return
    }
    this.#received += next.value.length
    if (this.#received > this.#limit) throw tooLarge(this.#limit)
    this.#parser.write(next.value)
  }

  #fail(fault: AppError): void {
    this.#fault ??= fault
    this.#notify()
  }

  #notify(): void {
    this.#events++
    this.#wake()
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

/** By lower-case name; each byte of a value is one character. */
type Head = Readonly<Record<string, readonly string[]>>

/** Undefined for a part without a name, or with one that can't be decoded. */
function readHead(head: Head): Omit<FormPart, 'content'> | undefined {
  const headerOf = (name: string) => Buffer.from(head[name]?.[0] ?? '', 'latin1').toString('utf8')
  const disposition = headerOf('content-disposition')
  const name = parameterOf(disposition, 'name')
  const encoded = encodedName(disposition)
  if (name === undefined || encoded === 'malformed') return undefined
  return {
    name,
    filename: encoded?.name ?? parameterOf(disposition, 'filename'),
    contentType: headerOf('content-type').trim(),
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
