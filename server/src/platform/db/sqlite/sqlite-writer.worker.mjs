/**
 * The one connection that writes, in its own thread, so that neither a slow statement nor the wait for the disk
 * stops the event loop. Plain JavaScript in one file: it runs as it is in tests and beside the bundle.
 *
 * @typedef {{ id: number, op: 'run' | 'begin' | 'commit' | 'rollback' | 'close', sql?: string,
 *   parameters?: unknown[] | string, inTransaction?: boolean }} WriterRequest `parameters` may be their JSON
 * @typedef {{ message: string, errcode?: number }} WriterFault
 * @typedef {{ id: number, rows?: unknown[], changes?: number | bigint, lastInsertRowid?: number | bigint,
 *   fault?: WriterFault }} WriterResponse
 * @typedef {{ all(...parameters: unknown[]): unknown[], columns?(): unknown[],
 *   run(...parameters: unknown[]): { changes: number | bigint, lastInsertRowid: number | bigint } }} Statement
 */
import { parentPort, workerData } from 'node:worker_threads'

const STATEMENTS_KEPT = 200

/** After these SQLite may have rolled back the whole transaction by itself: full, I/O, memory, busy, interrupt, corrupt. */
const FATAL_FOR_TRANSACTION = new Set([13, 10, 7, 5, 9, 11])

/** @type {Map<string, { statement: Statement, returnsRows: boolean }>} */
const statements = new Map()
let transaction = /** @type {'none' | 'open' | 'failed'} */ ('none')

const { emitWarning } = process
// Node 22 prints a warning that the module is experimental.
process.emitWarning = () => undefined
const builtIn = process.getBuiltinModule?.('node:sqlite')
process.emitWarning = emitWarning
const { DatabaseSync } = builtIn ?? (await import('@photostructure/sqlite'))
const database = open()

function open() {
  const opened = new DatabaseSync(workerData.file)
  // The wait comes first: switching to WAL may itself have to wait for another process.
  opened.exec(`pragma busy_timeout = ${workerData.busyTimeoutMs}`)
  opened.exec('pragma journal_mode = wal')
  opened.exec('pragma synchronous = full')
  opened.exec('pragma foreign_keys = on')
  opened.exec('pragma cache_size = -16000')
  opened.exec('pragma temp_store = memory')
  opened.exec('pragma journal_size_limit = 67108864')
  // Otherwise what people delete could still be read in the file.
  opened.exec('pragma secure_delete = on')
  return opened
}

/** @param {string} sql */
function prepared(sql) {
  const cached = statements.get(sql)
  if (cached) {
    statements.delete(sql)
    statements.set(sql, cached)
    return cached
  }
  /** @type {Statement} */
  const statement = database.prepare(sql)
  // Early releases of Node 22 cannot tell the columns of a statement.
  const returnsRows = statement.columns
    ? statement.columns().length > 0
    : /^\s*(select|with|values|pragma|explain)\b|\breturning\b/i.test(sql)
  const entry = { statement, returnsRows }
  statements.set(sql, entry)
  if (statements.size > STATEMENTS_KEPT) statements.delete(statements.keys().next().value ?? '')
  return entry
}

/** @param {WriterRequest} request */
function run({ sql = '', parameters = [], inTransaction = false }) {
  // Without this, what follows a transaction that SQLite gave up would be saved on its own.
  if (inTransaction && transaction !== 'open') throw new Error('This transaction was already rolled back.')
  const { statement, returnsRows } = prepared(sql)
  /** @type {unknown[]} */
  const values = typeof parameters === 'string' ? JSON.parse(parameters) : parameters
  if (returnsRows) return { rows: statement.all(...values) }
  const { changes, lastInsertRowid } = statement.run(...values)
  // A prepared `select *` keeps the columns that it was made with.
  if (workerData.schemaChange.test(sql)) statements.clear()
  if (!inTransaction && database.isTransaction) {
    database.exec('rollback')
    throw new Error('Transactions are started with db.transaction(), not with a statement.')
  }
  return { changes, lastInsertRowid }
}

function rollback() {
  if (transaction === 'open') {
    try {
      database.exec('rollback')
    } catch (error) {
      // SQLite has done it already; anything else must not pass for a rollback.
      if (!String(error).includes('no transaction is active')) throw error
    }
  }
  transaction = 'none'
}

function close() {
  statements.clear()
  try {
    // Changes may wait for the next thread, so this one doesn't wait for readers.
    database.exec('pragma busy_timeout = 0')
    // Otherwise it may read whole tables.
    database.exec('pragma analysis_limit = 400')
    database.exec('pragma optimize')
    // SQLite does this when the last connection closes, but statements that wait for the garbage collector keep it open.
    database.exec('pragma wal_checkpoint(truncate)')
  } catch {
    // Neither is needed for correctness, and both fail on a full disk. Closing must not.
  }
  database.close()
}

/** @param {WriterRequest} request */
function perform(request) {
  switch (request.op) {
    case 'run':
      return run(request)
    case 'begin':
      database.exec('begin immediate')
      transaction = 'open'
      return {}
    case 'commit':
      if (transaction !== 'open') throw new Error('This transaction was already rolled back.')
      database.exec('commit')
      transaction = 'none'
      return {}
    case 'rollback':
      rollback()
      return {}
    case 'close':
      close()
      return {}
  }
}

/** @param {unknown} error @returns {WriterFault} */
function toFault(error) {
  const { message, errcode } = /** @type {{ message?: string, errcode?: number }} */ (error)
  return errcode === undefined ? { message: String(message ?? error) } : { message: String(message), errcode }
}

/** @param {WriterRequest} request */
function answer(request) {
  /** @type {WriterResponse} */
  let response
  try {
    response = { id: request.id, ...perform(request) }
  } catch (error) {
    const fault = toFault(error)
    const fatal = database.isTransaction === false || FATAL_FOR_TRANSACTION.has((fault.errcode ?? 0) & 0xff)
    if (transaction === 'open' && (fatal || request.op === 'commit')) {
      rollback()
      transaction = 'failed'
    }
    response = { id: request.id, fault }
  }
  parentPort?.postMessage(response)
  if (request.op === 'close') parentPort?.close()
}

parentPort?.on('message', answer)
parentPort?.postMessage({ id: 0 })
