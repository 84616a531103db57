// node migrate-assistants.mjs --dry-run: upgrades stored assistants to the current format.
import './settings.mjs'

const { migrateAssistantsCommand } = await import('./dist/migrate-assistants.mjs')
process.exit(await migrateAssistantsCommand(process.env, process.argv.slice(2)))
