// npm run restore: see docs/admins/backup.md.
import { buildIfNeeded } from '../build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from '../setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
const { restoreCommand } = await import('../../dist/backup.mjs')
process.exit(await restoreCommand(process.env, process.argv.slice(2)))
