import { say } from '@bellwether/wire'
import { AppError } from '../../errors.ts'

/** An error of SQLite, with its extended result code (https://sqlite.org/rescode.html). */
export class SqliteError extends Error {
  readonly errcode: number

  constructor(message: string, errcode: number) {
    super(message)
    this.name = 'SqliteError'
    this.errcode = errcode
  }
}

export interface SqliteFault {
  message: string
  errcode?: number
}

const BUSY = 5
const LOCKED = 6
const READ_ONLY = 8
const IO_ERROR = 10
const DISK_FULL = 13
const CANT_OPEN = 14

/** The package for Node 20 omits the code for queries that return rows; SQLite's messages are stable. */
const CODE_OF_MESSAGE: readonly (readonly [start: string, errcode: number])[] = [
  ['UNIQUE constraint failed', 2067],
  ['FOREIGN KEY constraint failed', 787],
  ['NOT NULL constraint failed', 1299],
  ['CHECK constraint failed', 275],
  ['database is locked', BUSY],
  ['database table is locked', LOCKED],
  ['attempt to write a readonly database', READ_ONLY],
  ['disk I/O error', IO_ERROR],
  ['database or disk is full', DISK_FULL],
]
const OTHER = 1

const codeOf = ({ message, errcode }: SqliteFault): number =>
  errcode ?? CODE_OF_MESSAGE.find(([start]) => message.startsWith(start))?.[1] ?? OTHER

const primaryCode = (fault: SqliteFault): number => codeOf(fault) & 0xff

export const isBusy = (fault: SqliteFault): boolean => primaryCode(fault) === BUSY

export const isSqliteFault = (error: unknown): error is Error & SqliteFault =>
  error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'

/** Whether the file, or its folder, does not let this process write. */
export const isUnwritable = (error: unknown): boolean =>
  (error instanceof SqliteError || isSqliteFault(error)) &&
  [READ_ONLY, CANT_OPEN].includes(primaryCode(error))

/** Errors of the machine become "unavailable" with a readable message; errors of the statement stay a SqliteError. */
export function toSqliteError(fault: SqliteFault): Error {
  const cause = new SqliteError(fault.message, codeOf(fault))
  switch (primaryCode(fault)) {
    case BUSY:
    case LOCKED:
      return new AppError('unavailable', say('server.database_busy'), {
        retryAfter: 1,
        cause,
      })
    case DISK_FULL:
      return new AppError('unavailable', say('server.database_disk_full'), { retryAfter: 60, cause })
    case IO_ERROR:
      return new AppError('unavailable', say('server.database_io'), {
        retryAfter: 30,
        cause,
      })
    default:
      return cause
  }
}
