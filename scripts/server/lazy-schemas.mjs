import { join, sep } from 'node:path'
import { root } from '../setup.mjs'

const FOLDER = join(root, 'server/src/platform/lazy-schemas')
const LAZY_ZOD = join(FOLDER, 'lazy-zod.ts')
const SOURCES = [join(root, 'server/src') + sep, join(root, 'wire/src') + sep]

/**
 * The server's own sources get Zod's schemas built on first use (docs/decisions/0032-lazy-schemas.md).
 *
 * @param {string} importer
 */
const isReplaced = (importer) =>
  !importer.startsWith(FOLDER + sep) && SOURCES.some((folder) => importer.startsWith(folder))

/** @type {import('esbuild').Plugin} */
export const LAZY_SCHEMAS = {
  name: 'lazy-schemas',
  setup(build) {
    build.onResolve({ filter: /^zod$/ }, ({ importer }) =>
      isReplaced(importer) ? { path: LAZY_ZOD } : undefined,
    )
  },
}

/**
 * The same for tests, so that they run what the build contains.
 *
 * @returns {import('vite').Plugin}
 */
export const lazySchemas = () => ({
  name: 'lazy-schemas',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'zod' && importer && isReplaced(importer) ? LAZY_ZOD : undefined,
})
