// The frame that draws diagrams: a page of its own beside the web app, because its content security policy differs.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { compressAll } from './compress.mjs'
import { root } from './setup.mjs'

export async function buildDiagrams(outdir = join(root, 'dist/web/diagrams')) {
  await build({
    absWorkingDir: root,
    entryPoints: { frame: 'web/src/diagram-frame/frame.ts' },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    platform: 'browser',
    target: 'es2022',
    format: 'esm',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
  cpSync(join(root, 'web/src/diagram-frame/frame.html'), join(outdir, 'frame.html'))
  await compressAll(outdir)
}
