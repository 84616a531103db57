// Vitest's global setup: compiles the worker threads once. Each thread would otherwise load a TypeScript compiler when it starts.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build as bundle } from 'esbuild'
import { WORKERS } from '../build.mjs'
import { root } from '../setup.mjs'

/** @param {import('vitest/node').TestProject} project */
export default async function setup(project) {
  // Inside node_modules, so that the threads find their packages.
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const outdir = mkdtempSync(join(cache, 'test-workers-'))
  const build = () =>
    bundle({
      absWorkingDir: root,
      entryPoints: WORKERS,
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      packages: 'external',
      // Our own package is TypeScript, which Node can't load.
      alias: { '@bellwether/wire': join(root, 'wire/src/index.ts') },
      logLevel: 'warning',
    })
  await build()
  project.onTestsRerun(async () => void (await build()))
  process.env.TEST_WORKERS = outdir
  return () => rmSync(outdir, { recursive: true, force: true })
}
