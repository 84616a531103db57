// npm run dev: the server from its sources, restarted when they change.
import { installIfNeeded, requireNode, run } from './setup.mjs'

requireNode()
installIfNeeded()
run('npx', ['tsx', 'watch', '--clear-screen=false', 'server/src/main.ts'])
