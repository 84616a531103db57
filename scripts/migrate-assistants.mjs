// npm run migrate-assistants -- --dry-run: brings stored assistants into today's form, with the server stopped or running.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
installIfNeeded()
await buildIfNeeded()
const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
const { migrateAssistantsCommand } = await import('../dist/migrate-assistants.mjs')
process.exit(await migrateAssistantsCommand(process.env, process.argv.slice(2)))
