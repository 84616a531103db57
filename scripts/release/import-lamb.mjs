// node import-lamb.mjs --help: see docs/admins/moving-from-lamb.md.
import './settings.mjs'

const { importLambCommand } = await import('./dist/import-lamb.mjs')
process.exit(await importLambCommand(process.env, process.argv.slice(2)))
