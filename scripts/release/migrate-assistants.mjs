// node migrate-assistants.mjs --dry-run: brings stored assistants into today's form.
import './settings.mjs'

const { migrateAssistantsCommand } = await import('./dist/migrate-assistants.mjs')
process.exit(await migrateAssistantsCommand(process.env, process.argv.slice(2)))
