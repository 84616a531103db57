// npm run dev: the server from its sources, restarted when they change, and the pages from Vite, which asks that server.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { commandOf, installIfNeeded, requireNode, root } from './setup.mjs'

requireNode()
await installIfNeeded()
const start = (args, cwd) => spawn(process.execPath, args, { cwd, stdio: 'inherit' })
const parts = [
  start([commandOf('tsx'), 'watch', '--clear-screen=false', 'server/src/main.ts'], root),
  start([commandOf('vite'), 'dev', '--clearScreen', 'false'], join(root, 'web')),
]
// Neither is useful without the other.
for (const part of parts)
  part.once('exit', (code) => {
    for (const other of parts) other.kill()
    process.exitCode = code ?? 1
  })
