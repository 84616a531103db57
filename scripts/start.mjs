// npm start: install, build, serve. The second start finds both done and takes a moment.
import { buildIfNeeded } from './build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from './setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
process.title = 'bellwether'
await import('../dist/server.mjs')
