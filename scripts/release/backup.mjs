// node backup.mjs --help: see docs/admins/backup.md.
import './settings.mjs'

const { backupCommand } = await import('./dist/backup.mjs')
process.exit(await backupCommand(process.env, process.argv.slice(2)))
