// `bellwether/client` for other programs: one file, and its types.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { commandOf, root, runNode } from '../setup.mjs'
import { saveTypes } from './client-types.mjs'

const SOURCE = join(root, 'wire/src/client')

/**
 * @param {string} outdir of the build
 * @param {unknown} document the description of the API
 */
export async function buildClient(outdir, document) {
  saveTypes(document)
  const folder = join(outdir, 'client')
  await build({
    entryPoints: [join(SOURCE, 'client.ts')],
    outfile: join(folder, 'client.mjs'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  })
  await runNode([
    commandOf('@typescript/native', 'tsc'),
    ...['--ignoreConfig', '--declaration', '--emitDeclarationOnly', '--outDir', folder, '--rootDir', SOURCE],
    ...['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--types', ''],
    ...['--allowImportingTsExtensions', '--rewriteRelativeImportExtensions'],
    join(SOURCE, 'client.ts'),
  ])
  cpSync(join(SOURCE, 'api.d.ts'), join(folder, 'api.d.ts'))
  // TypeScript leaves the names of sources in declarations.
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.d.ts'))) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/(from '\.\/\w+)\.ts'/g, "$1.js'"))
  }
}
