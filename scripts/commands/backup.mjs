// npm run backup: see docs/admins/backup.md.
import { buildIfNeeded } from '../build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from '../setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
const { backupCommand } = await import('../../dist/backup.mjs')
process.exit(await backupCommand(process.env, process.argv.slice(2)))
