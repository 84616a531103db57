import { createApp } from './app/create-app.ts'
import { SettingsError, takeConfig } from './platform/config.ts'
import { createAccessLog, createLog } from './platform/log.ts'

/** Read settings → open the database → build the app → listen. Everything else is somebody else's room. */
async function main(): Promise<void> {
  const config = takeConfig(process.env)
  const log = createLog(config.LOG_LEVEL)
  const app = await createApp({ config, log, accessLog: createAccessLog(config.LOG_LEVEL) })
  const address = await app.http.listen(config.PORT, config.HOST)
  log.info({ port: address.port, host: address.address, database: app.databaseKind }, 'listening')
  process.stdout.write(app.greeting(address.port))

  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'shutting down')
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // A bug in one request must not take the other streams with it; it is logged loudly instead.
  process.on('unhandledRejection', (reason) =>
    log.error({ err: reason }, 'a promise was left without an answer'),
  )
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error nobody caught; shutting down')
    stop('uncaughtException')
  })
}

main().catch((error: unknown) => {
  process.stderr.write(`${toWords(error)}\n`)
  process.exit(1)
})

/** What the person at the terminal can act on comes without a stack. */
function toWords(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is taken by another program; choose another one with PORT=…`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights; choose one above 1023 with PORT=…`
  return error.stack ?? error.message
}
