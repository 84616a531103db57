// Vitest's global setup: compiles worker threads and test programs once. Each would otherwise load a TypeScript compiler when
// it starts, which takes seconds.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { bundleServer, NODE_PROGRAMS } from '../build.mjs'
import { root } from '../setup.mjs'

/** Programs that tests start as separate processes, by name. Tests find them with `testProgram`. */
const PROGRAMS = {
  'patch-crash': 'server/src/tools/workspace/patch-file/crash.testing.ts',
  'command-crash': 'server/src/modules/workspaces/commands/crash.testing.ts',
  'retention-crash': 'server/src/modules/workspaces/retention/crash.testing.ts',
  'workspace-instance': 'server/src/modules/workspaces/instances/instance.testing.ts',
  'nearest-instance': 'server/src/modules/knowledge/retrieval/database/nearest/instance.testing.ts',
  'event-streams': 'server/src/platform/http/event-streams.testing.ts',
  helper: 'server/src/platform/threads/helper.testing.ts',
  'sqlite-crash': 'server/src/platform/db/sqlite/crash.testing.ts',
}
const SQLITE_WRITER = 'sqlite-writer.worker.mjs'

/** @param {import('vitest/node').TestProject} project */
export default async function setup(project) {
  // Inside node_modules, so that programs and threads find their packages.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'test-workers-'))
  const build = () => Promise.all([buildThreads(outdir), buildPrograms(outdir)])
  await build()
  cpSync(join(root, 'server/src/platform/db/sqlite', SQLITE_WRITER), join(outdir, SQLITE_WRITER))
  project.onTestsRerun(async () => void (await build()))
  process.env.TEST_WORKERS = outdir
  return () => rmSync(outdir, { recursive: true, force: true })
}

/**
 * With their packages, as in the product: reading processes, of which the tests start hundreds, then need half the CPU.
 * @param {string} outdir
 */
const buildThreads = (outdir) => bundleServer(outdir, {}, { sourcemap: false })

/** @param {string} outdir */
const buildPrograms = (outdir) =>
  bundle({
    ...NODE_PROGRAMS,
    entryPoints: PROGRAMS,
    outdir,
    packages: 'external',
    // Our own package is TypeScript, which Node can't load.
    alias: { '@bellwether/wire': join(root, 'wire/src/index.ts') },
  })
