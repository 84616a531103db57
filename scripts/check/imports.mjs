// Which file imports which, read from their texts: for the check of the structure and for the choice of suites.
import { readdirSync } from 'node:fs'
import { dirname, join, posix, relative, resolve, sep } from 'node:path'
import { root } from '../setup.mjs'

/** @param {string} path */
const slashes = (path) => path.split(sep).join('/')

/**
 * @param {string} folder
 * @returns {string[]}
 */
export function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory())
      return ['node_modules', '__fixtures__', '.svelte-kit'].includes(entry.name) ? [] : filesIn(path)
    // Declarations are made from other files.
    return /(?<!\.d)\.(ts|mjs|svelte)$/.test(entry.name) ? [path] : []
  })
}

/** Groups: whether only types are imported, then what is named by a statement, on demand, and without names. */
export const IMPORT =
  /^\s*(?:import|export)\s+(type\s+)?[^'"]*?from\s+['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s+['"]([^'"]+)['"]/gm

const ALIASES = [
  ['$features/', 'web/src/lib/features/'],
  ['$ui/', 'web/src/lib/ui/'],
  ['$lib/', 'web/src/lib/'],
]

/**
 * The file that an import names, from the root; nothing for a package.
 * @param {string} file
 * @param {string} specifier
 * @param {Set<string>} files
 */
export function targetOf(file, specifier, files) {
  const alias = ALIASES.find(([short]) => specifier.startsWith(short))
  if (!alias && !specifier.startsWith('.')) return
  const path = alias
    ? alias[1] + specifier.slice(alias[0].length)
    : slashes(relative(root, resolve(root, dirname(file), specifier)))
  const candidates = [path, `${path}.ts`, `${path}.svelte.ts`, `${path}/index.ts`]
  return candidates.find((candidate) => files.has(candidate)) ?? path
}
