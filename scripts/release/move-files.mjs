// node move-files.mjs --help: see docs/admins/scaling.md.
import './settings.mjs'

const { moveFilesCommand } = await import('./dist/move-files.mjs')
process.exit(await moveFilesCommand(process.env, process.argv.slice(2)))
