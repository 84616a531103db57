import { fileURLToPath } from 'node:url'
import { replaceKeyCopies } from '../modules/organizations/index.ts'
import type { Config } from '../platform/config.ts'
import { type OpenDatabase, openDatabase } from '../platform/db/open-database.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import { createHttpServer } from '../platform/http/server.ts'
import type { AccessLog, Log } from '../platform/log.ts'
import { openSecrets } from '../platform/secrets/installation.ts'
import { recordVersion, requireVersion } from '../platform/secrets/installation-version.ts'
import { openStorage } from '../platform/storage/open-storage.ts'
import { createEndpoints } from './endpoints/create-endpoints.ts'
import { ensureFirstAdmin, ensureSystemOrganization } from './first-run/first-admin.ts'
import { createFirstRunRoutes } from './first-run/first-run.routes.ts'
import { findSetupCode, greet } from './first-run/setup-code.ts'
import { createHousekeeping, listHousekeepingTasks } from './housekeeping.ts'
import { createOperationRoutes } from './pages/operation.routes.ts'
import { createWebFiles, type SitesFor } from './pages/web-files.ts'
import { loadPlugins } from './plugins/load-plugins.ts'
import { createServices, type Services } from './services/create-services.ts'
import { VERSION } from './version.ts'

/** Where the build puts the web app: beside the server's own file. */
const WEB_FOLDER = fileURLToPath(new URL('web', import.meta.url))

/** Made by the build; a server that runs from source has none. */
const EMPTY_DATABASE = fileURLToPath(new URL('empty.db', import.meta.url))

/** Builds the app, from the database to the listening server. `close` shuts it down in the reverse order. */
export async function createApp({
  config,
  log,
  accessLog,
  webFolder = WEB_FOLDER,
}: {
  config: Config
  log: Log
  accessLog?: AccessLog
  webFolder?: string
}) {
  const database = await openMigrated(config, log)
  const { secrets, storage } = await openInstallation(database, config).catch(async (error: unknown) => {
    await database.close()
    throw error
  })

  const plugins = await loadPlugins(config.PLUGINS_DIR, log)
  const services = createServices({ config, log, database, secrets, storage, plugins })
  for (const { name } of services.tools.list()) log.info(`Registered tool: ${name}`)
  const systemOrganization = await ensureSystemOrganization(database.db)
  const referring = await replaceKeyCopies(database.db, services.box, config)
  if (referring.length > 0)
    log.info({ organizations: referring }, 'replaced copies of the system provider keys with references')
  const setupCode = await findSetupCode(database.db, config, services.box)
  const firstAdmin = setupCode
    ? undefined
    : await ensureFirstAdmin(database.db, services.users, systemOrganization, config)

  await services.join()
  await services.knowledge.start()
  await services.spending.start()

  let isDraining = () => false
  const operation = createOperationRoutes({
    version: VERSION,
    publicUrl: config.publicUrl,
    metrics: services.metrics,
    metricsToken: config.METRICS_TOKEN,
    isDraining: () => isDraining(),
    ping: database.ping,
    endpoints: () => endpoints,
  })
  const endpoints: Endpoint[] = [
    ...createEndpoints(services, config, log),
    ...createFirstRunRoutes({
      ...services,
      ...database,
      config,
      setupCode,
      systemOrganizationId: systemOrganization.id,
    }),
    ...operation,
  ]
  const http = createHttpServer({
    endpoints,
    pages: createWebFiles(webFolder, createSitesFor(services)),
    authenticate: services.authenticate,
    noteAdminChange: services.audit.noteChange,
    idempotency: services.idempotency,
    maxBodyBytes: config.MAX_BODY_BYTES,
    log,
    accessLog,
    metrics: services.metrics,
    maxConcurrentRequests: config.MAX_CONCURRENT_REQUESTS,
    isDatabaseOverloaded: database.isOverloaded,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
  })
  isDraining = http.isDraining
  services.traceRetention.start()
  const housekeeping = createHousekeeping({
    chores: listHousekeepingTasks(services),
    onError: (error, chore) => log.error({ err: error, chore }, 'housekeeping task failed'),
  })
  housekeeping.start()
  await services.outbox.start()
  await startQueues(services)
  if (config.SMTP_URL && !config.PUBLIC_URL)
    log.warn({ links: config.publicUrl }, 'links in e-mails need PUBLIC_URL')

  return {
    http,
    services,
    endpoints: endpoints as readonly Endpoint[],
    databaseKind: database.kind,
    greeting: (port: number) => greet(config.PUBLIC_URL ?? `http://localhost:${port}`, firstAdmin, setupCode),
    /** Streams finish or get an error event; pending records are written; then the connections close. */
    async close(times: { delayMs?: number; deadlineMs?: number } = {}): Promise<void> {
      await http.drain({ ...drainTimes(config), ...times, onRefusing: database.abandonIfSilent })
      await housekeeping.stop()
      await stopServices(services)
      await storage.close()
      await database.close()
      accessLog?.close()
    },
  }
}

async function openMigrated(config: Config, log: Log): Promise<OpenDatabase> {
  const database = await openDatabase({
    url: config.DATABASE_URL,
    dataDir: config.DATA_DIR,
    emptyDatabase: EMPTY_DATABASE,
    poolSize: config.DATABASE_POOL_SIZE,
    log,
  })
  const migrations = await database.migrate()
  if (migrations.length > 0) log.info({ migrations }, 'database migrated')
  return database
}

const drainTimes = (config: Config) => ({
  delayMs: config.DRAIN_DELAY_MS,
  deadlineMs: config.SHUTDOWN_DEADLINE_MS,
})

async function startQueues({
  mail,
  lti13,
  gradingJobs,
  testScheduleJobs,
}: Pick<Services, 'mail' | 'lti13' | 'gradingJobs' | 'testScheduleJobs'>): Promise<void> {
  mail.start()
  lti13.start()
  await gradingJobs.start()
  await testScheduleJobs.start()
}

/** Sites that embed a class link, and an LMS that shows what its launch opened. */
const createSitesFor =
  ({ embedding, lti }: Pick<Services, 'embedding' | 'lti'>): SitesFor =>
  async (path, query) => [...(await embedding(path)), ...(await lti.framersOf(path, query))]

export type App = Awaited<ReturnType<typeof createApp>>

/**
 * In this order: whatever produces records stops before the outbox, which writes them. Independent services stop in
 * parallel, because each of them may wait for the database.
 */
async function stopServices(services: Services): Promise<void> {
  const { testScheduleJobs, testRuns, imports, textReader, knowledge } = services
  await Promise.all([
    services.passwordResets.settle(),
    inTurn([testScheduleJobs, testRuns]),
    inTurn([imports, textReader, knowledge]),
    services.gradingJobs.stop(),
    services.lti13.stop(),
  ])
  await Promise.all([services.mail.stop(), services.spending.stop(), services.traceRetention.stop()])
  await services.usage.close()
  await services.traceRecorder.close()
  await services.audit.close()
  await services.outbox.close()
  await services.keyUse.stop()
  await services.outbound.close()
  await services.leave()
}

async function inTurn(parts: readonly { stop(): Promise<unknown> | undefined }[]): Promise<void> {
  for (const part of parts) await part.stop()
}

/** An instance whose version, secrets or files don't match this database refuses to start. */
async function openInstallation(database: OpenDatabase, config: Config) {
  await requireVersion(database.db, VERSION)
  const secrets = await openSecrets(database.db, config)
  const storage = await openStorage(database, config)
  await recordVersion(database.db, VERSION)
  return { secrets, storage }
}
