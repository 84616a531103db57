// npm run move-files: see docs/admins/scaling.md.
import { buildIfNeeded } from '../build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from '../setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
const { moveFilesCommand } = await import('../../dist/move-files.mjs')
process.exit(await moveFilesCommand(process.env, process.argv.slice(2)))
