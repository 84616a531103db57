// npm start: install, build, serve. The second start finds both done and takes a moment.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
installIfNeeded()
await buildIfNeeded()
const settings = join(root, '.env')
if (existsSync(settings)) process.loadEnvFile(settings)
process.title = 'bellwether'
await import('../dist/server.mjs')
