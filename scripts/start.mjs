// npm start: install, build, serve. The second start finds both done and takes a moment.
import { buildIfNeeded } from './build-if-needed.mjs'
import { installIfNeeded, loadSettings, requireNode } from './setup.mjs'

requireNode()
await installIfNeeded()
await buildIfNeeded()
loadSettings()
process.title = 'bellwether'
if (process.env.npm_lifecycle_event === 'start') stopWithNpm()
await import('../dist/server.mjs')

/** A signal that npm alone gets, as from a container or systemd, ends npm and its shell, but does not reach this process. */
function stopWithNpm() {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}
