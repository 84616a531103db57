// node restore.mjs --help: see docs/admins/backup.md.
import './settings.mjs'

const { restoreCommand } = await import('./dist/backup.mjs')
process.exit(await restoreCommand(process.env, process.argv.slice(2)))
