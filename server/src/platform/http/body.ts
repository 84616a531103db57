import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { type Message, say, toMessageFields } from '@bellwether/wire'
import type { ZodType, z } from 'zod'
import { AppError, badRequest, type InputFault, invalid, messageOfFault } from '../errors.ts'
import type { ErrorShape } from './error-bodies.ts'
import { closestIssues, issueMessage } from './plain-issue.ts'

/** Far more than any client sends. Parsing millions of fields would hold up everyone else for seconds. */
const MAX_VALUES = 200_000

const MAX_DISCARD_MS = 30_000
/** A client that sends nothing for this long is not sending the rest. */
const MAX_DISCARD_PAUSE_MS = 5000

/** A body may take this long, and longer the more of it has arrived: a request that trickles in keeps its place from others. */
const BODY_MS = 20_000
const SLOWEST_BYTES_PER_MS = 0.5

/**
 * Reads the whole body; refuses one larger than `limit` without reading it to the end. The server's `requestTimeout`
 * limits the time, too.
 */
export function readBody(incoming: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(incoming.headers['content-length'] ?? 0)
  if (announced > limit) {
    incoming.resume()
    return Promise.reject(tooLarge(limit))
  }
  const encoding = incoming.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    incoming.resume()
    return Promise.reject(new AppError('unsupported_media_type', say('requests.compressed_body')))
  }
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const incomplete = () => {
      clearTimeout(timer)
      reject(badRequest(say('requests.incomplete_body')))
    }
    const start = Date.now()
    const requirePace = (): void => {
      const remaining = start + BODY_MS + size / SLOWEST_BYTES_PER_MS - Date.now()
      if (remaining > 0) timer = setTimeout(requirePace, remaining)
      else incomplete()
    }
    let timer = setTimeout(requirePace, BODY_MS)
    incoming.on('data', (part: Buffer) => {
      size += part.length
      if (size > limit) {
        clearTimeout(timer)
        incoming.removeAllListeners('data')
        incoming.resume()
        reject(tooLarge(limit))
        return
      }
      parts.push(part)
    })
    incoming.on('end', () => {
      clearTimeout(timer)
      resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts))
    })
    // Not a fault of ours: the client closed the connection.
    incoming.on('error', incomplete)
    incoming.on('close', () => {
      if (!incoming.complete) incomplete()
    })
  })
}

/** Whether a part of the body has not arrived yet. */
export const hasRest = ({ complete, headers }: IncomingMessage): boolean =>
  !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

/**
 * Reads and drops what is left of a request that was already answered. Closing a connection with unread data resets
 * it, and clients that are still sending would see a network error instead of the response.
 */
export function discardRest(incoming: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    if (incoming.destroyed) return resolve()
    const done = () => {
      clearTimeout(atMost)
      clearTimeout(pause)
      incoming.off('data', onData)
      for (const event of ['end', 'close', 'error'] as const) incoming.off(event, done)
      resolve()
    }
    const atMost = setTimeout(done, MAX_DISCARD_MS)
    const pause = setTimeout(done, MAX_DISCARD_PAUSE_MS)
    const onData = () => void pause.refresh()
    for (const event of ['end', 'close', 'error'] as const) incoming.once(event, done)
    // A reader that gave up may still hold the stream back.
    incoming.unpipe().removeAllListeners('readable')
    incoming.on('data', onData)
    incoming.resume()
  })
}

const tooLarge = (limit: number) =>
  new AppError('too_large', say('requests.too_large', { limit: Math.floor(limit / 1024) }))

export function parseJson(bytes: Buffer, code: 'bad_request' | 'invalid' = 'bad_request'): unknown {
  if (bytes.length === 0) throw notJson(code, say('requests.empty_body'))
  // Otherwise letters of another encoding would be stored as “�”.
  if (!isUtf8(bytes)) throw notJson(code, say('requests.invalid_json'))
  requireFewValues(bytes)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw notJson(code, say('requests.invalid_json'))
  }
}

/** Also for JSON files in a form. */
export function requireFewValues(json: Uint8Array): void {
  if (hasMoreValues(json, MAX_VALUES))
    throw new AppError('too_large', say('requests.too_many_values', { limit: MAX_VALUES }))
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const OPEN_OBJECT = 0x7b

/**
 * Whether JSON text has more values than the limit, so that it is refused before it is parsed: parsing takes a
 * microsecond per value, a hundred times as long as this. Pure.
 */
export function hasMoreValues(bytes: Uint8Array, limit: number): boolean {
  // Each value after the first needs a byte that is counted.
  if (bytes.length <= limit) return false
  let count = 1
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if ((byte === COMMA || byte === OPEN_LIST || byte === OPEN_OBJECT) && ++count > limit) return true
  }
  return false
}

const notJson = (code: 'bad_request' | 'invalid', message: Message): AppError =>
  code === 'bad_request'
    ? badRequest(message)
    : invalid(message, [
        { loc: ['body'], msg: message.text, type: 'json_invalid', message_code: message.code },
      ])

/**
 * Turns schema issues into errors: 422 with FastAPI's list for LAMB clients, 400 with the field for OpenAI clients.
 */
export function check<T>(
  schema: ZodType<T>,
  value: unknown,
  where: 'body' | 'query' | 'path',
  shape: ErrorShape,
): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = toFaults(parsed.error, where)
  const first = faults[0]
  const field = first ? first.loc.slice(1).join('.') : ''
  const message = messageFor(field, first)
  if (shape === 'openai') throw new AppError('bad_request', message, field ? { param: field } : {})
  throw new AppError('invalid', message, { faults })
}

/** What is wrong with a value; empty if nothing is. */
export function faultsOf(schema: ZodType, value: unknown, where: 'body' | 'query' | 'path'): InputFault[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : toFaults(parsed.error, where)
}

const toFaults = ({ issues }: z.ZodError, where: string): InputFault[] =>
  issues
    .flatMap(closestIssues)
    .slice(0, 50)
    .map((issue) => ({
      loc: [where, ...issue.path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
      msg: issue.message,
      type: issue.code,
      ...codeOf(issue),
    }))

/** The first fault stands for all of them where an error has only one message. */
function messageFor(field: string, fault: InputFault | undefined): string | Message {
  if (!fault) return say('requests.invalid_input')
  const problem = messageOfFault(fault)
  return field === '' ? problem : say('requests.field_invalid', { path: field, problem })
}

function codeOf(issue: z.core.$ZodIssue): Pick<InputFault, 'message_code' | 'message_params'> {
  const message = issueMessage(issue)
  return typeof message === 'string' ? {} : toMessageFields(message)
}
