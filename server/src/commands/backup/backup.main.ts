import { type Config, readConfig } from '../../platform/config.ts'
import { isDiskFull } from '../../platform/disk/disk-full.ts'
import { isAppError } from '../../platform/errors.ts'
import { describeStartFault } from '../../platform/start/start-fault.ts'
import { parseOptions } from '../parse-options.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const BACKUP_USAGE = `npm run backup -- --out FILE [--with-secrets]

Writes the database and all files to one archive. The server can keep running. Uses the settings of the server (DATA_DIR, DATABASE_URL).

  --out            the archive to write, such as bellwether-2026-11-15.tgz; must not exist
  --with-secrets   include the keys in DATA_DIR/secrets. Without them, stored provider keys can't be read after a restore;
                   with them, anyone who has the archive can read them. Keep such an archive safe.
`
const RESTORE_USAGE = `npm run restore -- --from FILE

Restores an archive into an empty DATA_DIR (and, with PostgreSQL, an empty database). Stop the server first.
`

const BACKUP_OPTIONS = {
  out: { type: 'string' },
  'with-secrets': { type: 'boolean' },
  help: { type: 'boolean' },
} as const
const RESTORE_OPTIONS = { from: { type: 'string' }, help: { type: 'boolean' } } as const

type Write = (text: string) => void
const toStdout: Write = (text) => process.stdout.write(text)

/** Both commands return the exit code: 0 done, 2 refused. */
export const backupCommand = (env: NodeJS.ProcessEnv, args: readonly string[], write = toStdout) =>
  run(write, env, async (settings) => {
    const {
      help,
      out,
      'with-secrets': withSecrets = false,
    } = parseOptions(args, BACKUP_OPTIONS, BACKUP_USAGE)
    if (help || out === undefined) return void write(BACKUP_USAGE)
    const say = (line: string) => write(`${line}\n`)
    const { files, bytes, gone, changed } = await backup(settings(), { out, withSecrets, say })
    say(`${out}: ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MiB before compression`)
    if (gone > 0) say(`${gone} files were deleted while the backup ran`)
    for (const path of changed) say(`Incomplete, because it changed while it was being read: ${path}`)
    if (!withSecrets)
      say(
        'The keys in DATA_DIR/secrets are not included: keep a copy of them elsewhere, or use --with-secrets.',
      )
  })

export const restoreCommand = (env: NodeJS.ProcessEnv, args: readonly string[], write = toStdout) =>
  run(write, env, async (settings) => {
    const { help, from } = parseOptions(args, RESTORE_OPTIONS, RESTORE_USAGE)
    if (help || from === undefined) return void write(RESTORE_USAGE)
    const say = (line: string) => write(`${line}\n`)
    const config = settings()
    const manifest = await restore(config, { from, say })
    say(`Restored the backup of ${manifest.created_at} (version ${manifest.version}) into ${config.DATA_DIR}`)
    if (!manifest.secrets)
      say(
        'The backup contains no keys: copy the old DATA_DIR/secrets there, or set LAMB_JWT_SECRET and ENCRYPTION_KEY.',
      )
  })

async function run(
  write: Write,
  env: NodeJS.ProcessEnv,
  work: (settings: () => Config) => Promise<void>,
): Promise<number> {
  let config: Config | undefined
  try {
    await work(() => {
      config = readConfig(env)
      return config
    })
    return 0
  } catch (error) {
    const reason = isDiskFull(error)
      ? `The disk is full: ${(error as Error).message}`
      : (describeStartFault(error, config) ?? (isAppError(error) ? error.message : undefined))
    if (reason === undefined) throw error
    write(`${reason}\n`)
    return 2
  }
}
