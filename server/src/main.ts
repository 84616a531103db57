import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createApp } from './app/create-app.ts'
import { type Config, takeConfig } from './platform/config.ts'
import { isPostgresUrl, sqliteFile } from './platform/db/open-database.ts'
import { holdSqlite } from './platform/db/sqlite/hold-sqlite.ts'
import { makeFolder } from './platform/disk/make-folder.ts'
import { createAccessLog, createLog } from './platform/log.ts'
import { describeStartFault } from './platform/start/start-fault.ts'
import { stopWithin } from './platform/start/stop-within.ts'

/** After the last request: writes pending records and closes threads and connections. */
const MAX_CLOSING_MS = 30_000

/** Set as far as the startup has got. */
let loadedConfig: Config | undefined

/** Reads the settings, opens the database, builds the app and listens. */
async function main(): Promise<void> {
  const config = takeConfig(process.env)
  loadedConfig = config
  const log = createLog(config.LOG_LEVEL)
  for (const warning of config.warnings) log.warn(warning)
  await makeFolder(config.DATA_DIR)
  await holdDatabase(config)
  const app = await createApp({ config, log, accessLog: createAccessLog(config.LOG_LEVEL) })
  const address = await app.http.listen(config.PORT, config.HOST)
  log.info({ port: address.port, host: address.address, database: app.databaseKind }, 'listening')
  process.stdout.write(app.greeting(address.port))

  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'shutting down')
    // Ctrl+C in a terminal: there is no load balancer to wait for.
    const times = signal === 'SIGINT' ? { delayMs: 0 } : {}
    stopWithin({
      close: () => app.close(times),
      limitMs: config.DRAIN_DELAY_MS + config.SHUTDOWN_DEADLINE_MS + MAX_CLOSING_MS,
      log,
      exit: process.exit,
    })
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A bug in one request must not end the streams of others.
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled promise rejection'))
  process.on('uncaughtException', (error) => {
    if (isFromPlugin(error, config.PLUGINS_DIR)) return log.error({ err: error }, 'plugin threw an error')
    log.fatal({ err: error }, 'uncaught exception; shutting down')
    stop('uncaughtException')
  })
}

/** Only one server at a time can use a SQLite database. */
async function holdDatabase({ DATABASE_URL: url, DATA_DIR: folder }: Config): Promise<void> {
  if (isPostgresUrl(url)) return
  const release = await holdSqlite(sqliteFile(url, folder))
  process.once('exit', release)
}

/** A plugin that throws in a timer or an event of its own has failed alone: its call ends at its time limit. */
function isFromPlugin(error: unknown, folder: string | undefined): boolean {
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)) : []
  const top = frames.find((line) => !line.includes('node:'))
  return folder !== undefined && top?.includes(pathToFileURL(resolve(folder)).href) === true
}

await main().catch((error: unknown) => {
  const line = describeStartFault(error, loadedConfig)
  process.stderr.write(
    `${line ?? (error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
  )
  process.exit(1)
})
