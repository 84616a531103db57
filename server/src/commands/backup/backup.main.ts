import { parseArgs } from 'node:util'
import { readConfig, SettingsError } from '../../platform/config.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

const BACKUP_USAGE = `npm run backup -- --out FILE [--with-secrets]

Writes the database and all files into one archive, while the server runs. Settings as for the server (DATA_DIR, DATABASE_URL).

  --out            the archive to write, such as bellwether-2026-11-15.tgz; must not exist
  --with-secrets   include the keys in DATA_DIR/secrets. Without them, stored provider keys can't be read after a restore;
                   with them, anyone who has the archive can read them. Keep such an archive safe.
`
const RESTORE_USAGE = `npm run restore -- --from FILE

Restores an archive into an empty DATA_DIR (and, with PostgreSQL, an empty database). Stop the server first.
`

type Write = (text: string) => void
const toStdout: Write = (text) => process.stdout.write(text)

/** Both give the exit code: 0 done, 2 refused. */
export const backupCommand = (env: NodeJS.ProcessEnv, args: readonly string[], write = toStdout) =>
  run(write, async () => {
    const given = parse(args, BACKUP_USAGE, { out: { type: 'string' }, 'with-secrets': { type: 'boolean' } })
    if (given['help'] === true || typeof given['out'] !== 'string') return void write(BACKUP_USAGE)
    const out = given['out']
    const withSecrets = given['with-secrets'] === true
    const say = (line: string) => write(`${line}\n`)
    const { files, bytes, gone, changed } = await backup(readConfig(env), { out, withSecrets, say })
    say(`${out}: ${files} files, ${(bytes / 1024 / 1024).toFixed(1)} MiB before compression`)
    if (gone > 0) say(`${gone} files were deleted while the backup ran`)
    for (const path of changed) say(`Changed while it was read, and incomplete: ${path}`)
    if (!withSecrets)
      say('Without the keys in DATA_DIR/secrets: keep a copy of them elsewhere, or use --with-secrets.')
  })

export const restoreCommand = (env: NodeJS.ProcessEnv, args: readonly string[], write = toStdout) =>
  run(write, async () => {
    const given = parse(args, RESTORE_USAGE, { from: { type: 'string' } })
    if (given['help'] === true || typeof given['from'] !== 'string') return void write(RESTORE_USAGE)
    const say = (line: string) => write(`${line}\n`)
    const config = readConfig(env)
    const manifest = await restore(config, { from: given['from'], say })
    say(`Restored the backup of ${manifest.created_at} (version ${manifest.version}) into ${config.DATA_DIR}`)
    if (!manifest.secrets)
      say('It has no keys: put the old DATA_DIR/secrets there, or set LAMB_JWT_SECRET and ENCRYPTION_KEY.')
  })

async function run(write: Write, work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    write(`${error.message}\n`)
    return 2
  }
}

function parse(
  args: readonly string[],
  usage: string,
  options: Record<string, { type: 'string' | 'boolean' }>,
): Record<string, unknown> {
  try {
    return parseArgs({ args: [...args], options: { ...options, help: { type: 'boolean' } } }).values
  } catch (error) {
    throw new SettingsError(`${error instanceof Error ? error.message : ''}\n\n${usage}`)
  }
}
