// npm run migrate-assistants -- --dry-run: upgrades stored assistants to the current format, with the server stopped or running.
import { buildIfNeeded } from '../build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from '../setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
const { migrateAssistantsCommand } = await import('../../dist/migrate-assistants.mjs')
process.exit(await migrateAssistantsCommand(process.env, process.argv.slice(2)))
