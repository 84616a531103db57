// npm run dev: the server from its sources, restarted when they change, and the pages from Vite, which asks that server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
installIfNeeded()
const start = (args, cwd) => spawn('npx', args, { cwd, stdio: 'inherit' })
const parts = [
  start(['tsx', 'watch', '--clear-screen=false', 'server/src/main.ts'], root),
  start(['vite', 'dev', '--clearScreen', 'false'], join(root, 'web')),
]
// One without the other is no use.
for (const part of parts)
  part.once('exit', (code) => {
    for (const other of parts) other.kill()
    process.exitCode = code ?? 1
  })
