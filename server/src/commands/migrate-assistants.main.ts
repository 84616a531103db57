import { randomBytes } from 'node:crypto'
import { loadPlugins } from '../app/plugins/load-plugins.ts'
import { createServices } from '../app/services/create-services.ts'
import { type MigrateTotals, migrateAssistants } from '../completions/editing/migration/migrate-assistants.ts'
import { organizationRepository } from '../modules/organizations/index.ts'
import { type Config, readConfig, SettingsError } from '../platform/config.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { createLog } from '../platform/log.ts'
import { createDiskStorage } from '../platform/storage/disk/disk-storage.ts'
import { parseOptions } from './parse-options.ts'
import { requireDatabase } from './require-database.ts'

const USAGE = `npm run migrate-assistants -- [--dry-run] [--organization <slug>] [--assistant <id>] [--undo]

Upgrades stored assistants to the current format: a classic assistant becomes a multi-tool assistant with the same
prompt. The previous state is kept as a version. Can be run at any time, and again, even while the server is running.

  --dry-run       only report what would change
  --organization  only the assistants of this organization
  --assistant     only this assistant
  --undo          restore the previous state of assistants that have not been saved since
`

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  undo: { type: 'boolean' },
  help: { type: 'boolean' },
  organization: { type: 'string' },
  assistant: { type: 'string' },
} as const

/** Returns the exit code: 0 done, 1 some assistants failed, 2 refused. */
export async function migrateAssistantsCommand(
  env: Record<string, string | undefined>,
  args: readonly string[],
  write: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  try {
    const options = readArguments(args)
    if (options.help) {
      write(USAGE)
      return 0
    }
    return await run(readConfig(env), options, write)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    write(`${error.message}\n`)
    return 2
  }
}

type Options = ReturnType<typeof readArguments>

function readArguments(args: readonly string[]) {
  const values = parseOptions(args, OPTIONS, USAGE)
  const id = values.assistant
  if (id !== undefined && !/^[1-9]\d{0,14}$/.test(id))
    throw new SettingsError('--assistant must be the id of an assistant.')
  return {
    help: values.help === true,
    dryRun: values['dry-run'] === true,
    undo: values.undo === true,
    slug: values.organization,
    assistantId: id === undefined ? undefined : Number(id),
  }
}

async function run(config: Config, options: Options, write: (text: string) => void): Promise<number> {
  requireDatabase(config)
  const log = createLog(config.LOG_LEVEL, { write: (line) => void process.stderr.write(line) })
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, log })
  // No encrypted values are read or written here, so the installation's own secrets are not needed.
  const secrets = { signing: randomBytes(32), encryption: randomBytes(32) }
  const plugins = await loadPlugins(config.PLUGINS_DIR, log)
  const { db, tools, outbound } = createServices({
    config,
    log,
    database,
    secrets,
    storage: createDiskStorage(config.DATA_DIR),
    plugins,
  })
  try {
    const organizationId = await findOrganization(db, options.slug)
    if (options.dryRun) write('Dry run: nothing is changed.\n')
    const print = (line: string) => write(`${line}\n`)
    const totals = await migrateAssistants({ db, tools, log }, { ...options, organizationId, print })
    write(`${describeTotals(totals, options.dryRun)}\n`)
    if (options.assistantId !== undefined && totals.seen === 0)
      throw new SettingsError(`Assistant ${options.assistantId} not found.`)
    return totals.failed > 0 ? 1 : 0
  } finally {
    await outbound.close()
    await database.close()
  }
}

async function findOrganization(
  db: Parameters<typeof organizationRepository.findBySlug>[0],
  slug: string | undefined,
): Promise<number | undefined> {
  if (slug === undefined) return undefined
  const organization = await organizationRepository.findBySlug(db, slug)
  if (!organization) throw new SettingsError(`Organization ${slug} not found.`)
  return organization.id
}

function describeTotals({ seen, changed, current, left, failed }: MigrateTotals, dryRun: boolean): string {
  const done = dryRun ? 'would change' : 'changed'
  return `${seen} assistants: ${changed} ${done}, ${current} up to date, ${left} skipped, ${failed} failed`
}
