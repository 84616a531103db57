import type { Config } from '../config.ts'
import { SettingsError } from '../config.ts'
import { isPostgresUrl, sqliteFile } from '../db/open-database.ts'
import { isUnwritable } from '../db/sqlite/sqlite-error.ts'
import { isAppError } from '../errors.ts'

interface StartFault extends NodeJS.ErrnoException {
  port?: number
  hostname?: string
}

/** A one-line message that the operator can act on; undefined for bugs, which need their stack trace. */
export function describeStartFault(
  error: unknown,
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'HOST'> | undefined,
): string | undefined {
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return undefined
  const { code = '', port, path, syscall, hostname } = error as StartFault
  if (code === 'EADDRINUSE') return `Port ${port} is already in use; choose another one with PORT=…`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} requires elevated privileges; choose one above 1023 with PORT=…`
  if (config && (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.HOST)))
    return `The server can’t listen on HOST=${config.HOST} (${code}); use an address of this machine, such as 127.0.0.1, or 0.0.0.0 for all.`
  if (config && isUnwritable(error))
    return `The database ${sqliteFile(config.DATABASE_URL, config.DATA_DIR)} can’t be written (${error.message}). The user who runs the server needs to own it and its folder; or choose another folder with DATA_DIR=…`
  if (config && isPostgresUrl(config.DATABASE_URL)) {
    const place = placeOf(config.DATABASE_URL)
    if (isAppError(error) && error.code === 'unavailable')
      return `PostgreSQL at ${place} can’t be reached (${causeOf(error)}); check DATABASE_URL and that the database is running.`
    // SQLSTATE classes: credentials (28), database name (3D), permissions (42501).
    if (/^(28|3D)...$|^42501$/.test(code))
      return `PostgreSQL at ${place} refused the connection: ${error.message}; check DATABASE_URL.`
  }
  if (config && path !== undefined && (isWithin(path, config.DATA_DIR) || isWithin(config.DATA_DIR, path)))
    return `The data folder ${config.DATA_DIR} can’t be created or written (${code}: ${path}); choose another one with DATA_DIR=…`
  return undefined
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Without user and password. */
function placeOf(url: string): string {
  try {
    const { host, pathname } = new URL(url)
    return `${host || 'the local socket'}${pathname}`
  } catch {
    return 'the address in DATABASE_URL'
  }
}

function causeOf(error: Error): string {
  const { cause } = error
  const [first] = cause instanceof AggregateError ? cause.errors : [cause]
  return first instanceof Error ? first.message : 'no answer'
}
