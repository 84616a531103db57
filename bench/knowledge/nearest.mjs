// npm run bench:nearest -- [vectors] [numbers]: how well and how fast pgvector finds the nearest of made-up vectors. Needs pgvector.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { installIfNeeded, requireNode, root } from '../../scripts/setup.mjs'

requireNode()
await installIfNeeded()
const size = Number(process.argv[2] ?? 100_000)
const dimension = Number(process.argv[3] ?? 1024)

const { register } = await import('tsx/esm/api')
register()
const { default: startPostgres } = await import('../../scripts/test/test-databases.mjs')
const stop = await startPostgres()
const { newPostgresDatabase } = await import('../../server/src/platform/db/templates.testing.ts')
const server = process.env.TEST_POSTGRES_URL
if (server) {
  const { url, drop } = await newPostgresDatabase(server, { migrated: true })
  try {
    const script = join(root, 'bench/knowledge/nearest-run.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', script, url, String(size), String(dimension)], {
      cwd: root,
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    if (code !== 0) process.exitCode = 1
  } finally {
    await drop()
  }
}
await stop()
