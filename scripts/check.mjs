// npm run check: format and lint, types, who imports whom, sizes. No test runs here.
import { installIfNeeded, requireNode, run } from './setup.mjs'

requireNode()
installIfNeeded()
run('npx', ['biome', 'check', '--error-on-warnings', '.'])
run('npx', ['tsc', '-p', '.'])
run('node', ['scripts/check-imports.mjs'])
console.log('check: ok')
