import { type Message, say } from '@bellwether/wire'
import { AppError, badRequest } from '../../errors.ts'

/** Codes of connection failures, from Node and `pg`. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])

/** Errors of `pg` that have no code. */
const LOST_CONNECTION =
  /connection terminated|timeout exceeded when trying to connect|not queryable|connection error|query read timeout/i

/** SQLSTATE classes and codes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isServerGone = (code: string): boolean =>
  code.startsWith('08') || code.startsWith('57P') || code === '53300' || code === '25P03'
const isTryAgain = (code: string): boolean => ['40001', '40P01', '55P03', '57014'].includes(code)
const CHARACTER_NOT_IN_REPERTOIRE = '22021'
const NUMBER_OUT_OF_RANGE = '22003'
const isNoSpace = (code: string): boolean => code === '53100'

/**
 * Errors of the machine become "unavailable" with a readable message, values that can't be stored become a bad
 * request, and other errors are returned unchanged.
 */
export function toPostgresError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (isConnectionLost(error)) return refusal(say('server.database_unreachable'), 5, error)
  const code = codeOf(error)
  if (isTryAgain(code)) return databaseBusy(error)
  if (code === CHARACTER_NOT_IN_REPERTOIRE) return nulCharacter()
  if (code === NUMBER_OUT_OF_RANGE) return badRequest(say('common.number_out_of_range'))
  if (isNoSpace(code)) return refusal(say('server.database_disk_full'), 60, error)
  return error
}

/** The server can't be reached, or has ended the connection. */
export function isConnectionLost(error: Error): boolean {
  const code = codeOf(error)
  return NETWORK_CODES.has(code) || isServerGone(code) || (code === '' && LOST_CONNECTION.test(error.message))
}

export const databaseBusy = (cause: Error): AppError => refusal(say('server.database_busy'), 1, cause)

function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code
  // Node wraps the attempts on several addresses of one name.
  const [first] = error instanceof AggregateError ? error.errors : []
  return first instanceof Error ? codeOf(first) : ''
}

const refusal = (message: Message, retryAfter: number, cause: Error): AppError =>
  new AppError('unavailable', message, { retryAfter, cause })

/** Neither database can store this character in a text. */
export const nulCharacter = () => badRequest(say('requests.nul_character'))
