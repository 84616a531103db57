import { writeFile } from 'node:fs/promises'
import { ensureSystemOrganization } from '../../app/first-run/first-admin.ts'
import { loadPlugins } from '../../app/plugins/load-plugins.ts'
import { createServices } from '../../app/services/create-services.ts'
import { VERSION } from '../../app/version.ts'
import {
  type ImportOptions,
  type ImportPaths,
  type ImportReport,
  importLamb,
  toReportJson,
  toReportText,
} from '../../importers/lamb/index.ts'
import { organizationRepository } from '../../modules/organizations/index.ts'
import { type Config, readConfig, SettingsError } from '../../platform/config.ts'
import { listApplied } from '../../platform/db/migrate.ts'
import { migrations } from '../../platform/db/migrations/index.ts'
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts'
import { makeFolder } from '../../platform/disk/make-folder.ts'
import { createLog } from '../../platform/log.ts'
import { openSecrets } from '../../platform/secrets/installation.ts'
import { requireVersion } from '../../platform/secrets/installation-version.ts'
import { openStorage } from '../../platform/storage/open-storage.ts'
import { parseOptions } from '../parse-options.ts'
import { createProgressLine, type Terminal } from './progress-line.ts'

const USAGE = `npm run import-lamb -- --db FILE [options]

Imports a LAMB installation: organizations, people, assistants with their ids, and what belongs to them. The old databases are only
read. It can be stopped and started again: everything is imported once. Uses the settings of the server (DATA_DIR, DATABASE_URL).
See docs/admins/moving-from-lamb.md.

  --db FILE              LAMB's database, lamb_v4.db
  --webui FILE           Open WebUI's database, webui.db: passwords of older installations, and chats of students
  --static DIR           LAMB's folder static/public, with files and images
  --kb-data DIR          the folder of LAMB's knowledge base server, with the documents of knowledge bases
  --kb URL               or its URL, if it is running
  --kb-token TOKEN       the token of that server; or set LAMB_KB_SERVER_TOKEN
  --library-data DIR     the data folder of LAMB's library manager, with the files of libraries
  --dry-run              only report what would be imported
  --report FILE          also write the report to FILE, as JSON; a name that ends in .txt gets the readable text
  --on-conflict CHOICE   if an assistant's id is already taken: refuse (default), skip or new-id
  --existing CHOICE      if an organization or account already exists: refuse (default), link or skip
  --trust-addresses      let organizations keep private URLs of model providers
  --source NAME          a name for the installation, if it is a copy of another one that was imported too
`

const OPTIONS = {
  db: { type: 'string' },
  webui: { type: 'string' },
  static: { type: 'string' },
  'kb-data': { type: 'string' },
  kb: { type: 'string' },
  'kb-token': { type: 'string' },
  'library-data': { type: 'string' },
  report: { type: 'string' },
  'on-conflict': { type: 'string' },
  existing: { type: 'string' },
  source: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'trust-addresses': { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** Returns the exit code: 0 done, 1 some objects failed, 2 refused; nothing was imported. */
export async function importLambCommand(
  env: Record<string, string | undefined>,
  args: readonly string[],
  terminal: Terminal = {
    isTerminal: process.stdout.isTTY === true,
    write: (text) => process.stdout.write(text),
  },
): Promise<number> {
  try {
    const options = readArguments(args, env['LAMB_KB_SERVER_TOKEN'])
    if (!options) {
      terminal.write(USAGE)
      return 0
    }
    const report = await run(readConfig(env), options, terminal)
    if (options.report !== undefined) await writeReport(options.report, report)
    terminal.write(toReportText(report))
    if (report.state === 'refused') {
      terminal.write(`\n${REFUSED}\n`)
      return 2
    }
    return Object.values(report.totals).some(({ failed }) => failed > 0) ? 1 : 0
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    terminal.write(`${error.message}\n`)
    return 2
  }
}

const REFUSED =
  'Nothing was imported. Resolve the conflicts above with --on-conflict and --existing, and start again.'

interface Wanted {
  paths: ImportPaths
  options: ImportOptions
  report: string | undefined
}

function readArguments(args: readonly string[], kbToken: string | undefined): Wanted | undefined {
  const values = parseOptions(args, OPTIONS, USAGE)
  if (values.help) return undefined
  if (values.db === undefined) throw new SettingsError(`--db is missing.\n\n${USAGE}`)
  if (values.kb !== undefined && values['kb-data'] !== undefined)
    throw new SettingsError('Use either --kb or --kb-data, not both.')
  return {
    paths: {
      lamb: values.db,
      webui: values.webui,
      static: values.static,
      kbData: values['kb-data'],
      libraryData: values['library-data'],
      kb: values.kb === undefined ? undefined : { url: values.kb, token: values['kb-token'] ?? kbToken },
    },
    report: values.report,
    options: {
      dryRun: values['dry-run'] === true,
      onConflict: choose('--on-conflict', values['on-conflict'], ['refuse', 'skip', 'new-id']),
      existing: choose('--existing', values.existing, ['refuse', 'link', 'skip']),
      trustAddresses: values['trust-addresses'] === true,
      source: values.source,
    },
  }
}

/** The first choice is the default. */
function choose<T extends string>(name: string, value: string | undefined, choices: readonly [T, ...T[]]): T {
  const selected = value === undefined ? choices[0] : choices.find((choice) => choice === value)
  if (selected === undefined) throw new SettingsError(`${name} must be one of ${choices.join(', ')}.`)
  return selected
}

async function run(config: Config, { paths, options }: Wanted, terminal: Terminal): Promise<ImportReport> {
  await makeFolder(config.DATA_DIR)
  const log = createLog(config.LOG_LEVEL, { write: (line) => void process.stderr.write(line) })
  const database = await openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, log })
  const progress = createProgressLine(terminal)
  try {
    await prepareDatabase(database)
    const secrets = await openSecrets(database.db, config)
    const storage = await openStorage(database, config)
    const plugins = await loadPlugins(config.PLUGINS_DIR, log)
    const services = createServices({ config, log, database, secrets, storage, plugins })
    try {
      await ensureSystemOrganization(database.db)
      const deps = {
        ...services,
        config,
        client: services.outbound.trusted,
        onProgress: progress.show,
      }
      return await importLamb(deps, paths, options)
    } finally {
      await services.outbound.close()
      await storage.close()
    }
  } finally {
    progress.end()
    await database.close()
  }
}

/**
 * A new installation starts with the import, also if an earlier import was ended while it made the tables. An existing
 * one is upgraded by starting the server.
 */
async function prepareDatabase({ db, kind, migrate }: OpenDatabase): Promise<void> {
  const applied = new Set(await listApplied(db, kind))
  if (migrations.every(({ name }) => applied.has(name))) return
  if (applied.size === 0 || !(await organizationRepository.findSystem(db))) await migrate()
  else throw new SettingsError(`Start version ${VERSION} of the server once before you import.`)
  await requireVersion(db, VERSION)
}

async function writeReport(file: string, report: ImportReport): Promise<void> {
  const text = file.endsWith('.txt')
    ? toReportText(report)
    : `${JSON.stringify(toReportJson(report), null, 2)}\n`
  await writeFile(file, text, { mode: 0o600 }).catch((error: unknown) => {
    throw new SettingsError(`The report could not be written to ${file}: ${String(error)}`)
  })
}
