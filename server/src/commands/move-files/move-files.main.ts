import { readConfig, SettingsError } from '../../platform/config.ts'
import { type AppError, isAppError } from '../../platform/errors.ts'
import { describeStartFault } from '../../platform/start/start-fault.ts'
import { parseOptions } from '../parse-options.ts'
import { describeTotals, type Extra, moveFiles } from './move-files.ts'

const USAGE = `npm run move-files -- --to PLACE [--delete-source] [--extra delete|keep]

Moves all files to another storage. Stop all instances first. Uses the settings of the server (DATA_DIR, DATABASE_URL, AWS_…).
Nothing changes until all files have been copied and compared. If it is interrupted, run it again.

  --to              disk, postgres or s3://bucket/folder?endpoint=https://…&region=…
  --delete-source   delete the old copies at the end
  --extra           delete or keep files that are only in the new storage, such as files that were deleted after an
                    interrupted move. Without it, nothing is moved if there are any
  --from            where the files are now, if the bucket's keys are only in its URL; with --delete-source also after a
                    move, to delete the old copies later
`

const OPTIONS = {
  to: { type: 'string' },
  from: { type: 'string' },
  'delete-source': { type: 'boolean' },
  extra: { type: 'string' },
  help: { type: 'boolean' },
} as const

/** Returns the exit code: 0 done, 2 refused. */
export async function moveFilesCommand(
  env: NodeJS.ProcessEnv,
  args: readonly string[],
  write: (text: string) => void = (text) => process.stdout.write(text),
): Promise<number> {
  try {
    const options = parseOptions(args, OPTIONS, USAGE)
    if (options.help === true || options.to === undefined) {
      write(USAGE)
      return 0
    }
    const say = (line: string) => write(`${line}\n`)
    const { to, from, 'delete-source': deleteSource = false, extra } = options
    if (extra !== undefined && !isExtra(extra)) throw new SettingsError('--extra must be delete or keep.')
    const totals = await moveFiles(readConfig(env), { to, from, deleteSource, extra, say })
    say(
      `Done: ${describeTotals(totals)}. Start all instances with FILES_URL set to the new storage, or without FILES_URL.`,
    )
    return 0
  } catch (error) {
    const line = describeStartFault(error, undefined) ?? (isAppError(error) ? inFull(error) : undefined)
    if (line === undefined) throw error
    write(`${line}\n`)
    return 2
  }
}

const isExtra = (text: string): text is Extra => text === 'delete' || text === 'keep'

/** Such as a bucket that can't be reached. */
const inFull = ({ message, cause }: AppError): string =>
  cause instanceof Error ? `${message} (${cause.message})` : message
