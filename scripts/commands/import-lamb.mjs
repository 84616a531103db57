// npm run import-lamb: see docs/admins/moving-from-lamb.md.
import { buildIfNeeded } from '../build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from '../setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
const { importLambCommand } = await import('../../dist/import-lamb.mjs')
process.exit(await importLambCommand(process.env, process.argv.slice(2)))
