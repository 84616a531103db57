// The server's part of the bundle as scripts, because Node can't store compiled ES modules before version 22.
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { init, parse } from 'es-module-lexer'
import { build } from 'esbuild'
import { root } from '../setup.mjs'

const BESIDE = [
  'server/src/platform/start/load-server.mjs',
  'scripts/server/server.mjs',
  'scripts/server/require-node.mjs',
]
const SERVER = 'server.mjs'
/** As long as `import`, so that source maps stay right. */
const IMPORT = '__load'

/**
 * Replaces `server.mjs` and its chunks: what it loads at once by one script, what it loads later by a script for each
 * chunk. Chunks that threads and commands use too stay beside them as modules.
 *
 * @param {string} outdir
 * @param {import('esbuild').Metafile} metafile of the bundle
 * @param {string} banner what starts each file of the bundle
 */
export async function makeScripts(outdir, metafile, banner) {
  const graph = readGraph(metafile)
  const start = closure(graph, [SERVER], ['import-statement'])
  const all = closure(graph, [SERVER], ['import-statement', 'dynamic-import'])
  const lazy = [...all].filter((chunk) => !start.has(chunk))
  const options = {
    absWorkingDir: root,
    format: /** @type {const} */ ('cjs'),
    platform: /** @type {const} */ ('node'),
    target: 'node20',
    sourcemap: /** @type {const} */ ('linked'),
    minifyWhitespace: true,
    minifySyntax: true,
    // The bundle has given its warnings.
    logLevel: /** @type {const} */ ('error'),
    define: { 'import.meta.url': '__url' },
    banner: { js: `(function(exports,require,module,${IMPORT},__url){` },
    footer: { js: '})' },
    outdir,
    outExtension: { '.js': '.cjs' },
    write: /** @type {const} */ (false),
  }
  const results = await Promise.all([
    build({
      ...options,
      stdin: {
        contents: makeEntry(graph, start, lazy),
        resolveDir: outdir,
        sourcefile: 'server.js',
      },
      outdir: undefined,
      outfile: join(outdir, 'server.cjs'),
      bundle: true,
      packages: 'external',
      plugins: [withoutBanner(banner), external(lazy)],
    }),
    build({
      ...options,
      entryPoints: lazy.map((chunk) => join(outdir, chunk)),
      plugins: [withoutBanner(banner)],
    }),
  ])
  await init
  for (const { path, text } of results.flatMap(({ outputFiles }) => outputFiles))
    writeFileSync(path, path.endsWith('.map') ? text : renameImports(text))
  const others = closure(
    graph,
    [...graph.keys()].filter((name) => graph.get(name)?.isEntry && !all.has(name)),
    ['import-statement', 'dynamic-import'],
  )
  for (const chunk of all)
    if (!others.has(chunk))
      for (const file of [chunk, `${chunk}.map`]) rmSync(join(outdir, file), { force: true })
  for (const file of BESIDE) copyFileSync(join(root, file), join(outdir, basename(file)))
}

/** @typedef {{ isEntry: boolean, imports: { name: string, kind: string }[] }} Chunk */

/**
 * The files of the bundle by name, and what they import.
 * @param {import('esbuild').Metafile} metafile
 * @returns {Map<string, Chunk>}
 */
function readGraph(metafile) {
  const files = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.mjs'))
  return new Map(
    files.map(([path, { entryPoint, imports }]) => [
      basename(path),
      {
        // Chunks that are imported later have an entry point as well, but their names end with a hash.
        isEntry: entryPoint !== undefined && !/-[A-Z0-9]{8}\.mjs$/.test(path),
        imports: imports
          .filter((imported) => !imported.external)
          .map(({ path: name, kind }) => ({ name: basename(name), kind })),
      },
    ]),
  )
}

/**
 * @param {Map<string, Chunk>} graph
 * @param {string[]} names
 * @param {string[]} kinds
 */
function closure(graph, names, kinds, result = new Set()) {
  for (const name of names) {
    if (result.has(name)) continue
    result.add(name)
    const imports = graph.get(name)?.imports ?? []
    closure(
      graph,
      imports.filter(({ kind }) => kinds.includes(kind)).map((imported) => imported.name),
      kinds,
      result,
    )
  }
  return result
}

/**
 * Runs the server, and exports the chunks in its script that other scripts need.
 * @param {Map<string, Chunk>} graph
 * @param {Set<string>} start
 * @param {string[]} lazy
 */
function makeEntry(graph, start, lazy) {
  const needed = new Set()
  for (const name of [...start, ...lazy])
    for (const imported of graph.get(name)?.imports ?? [])
      if (start.has(imported.name) && (!start.has(name) || imported.kind === 'dynamic-import'))
        needed.add(imported.name)
  const exports = [...needed].map(
    (name) => `export * as ${JSON.stringify(name.slice(0, -'.mjs'.length))} from './${name}'`,
  )
  return [`export { started } from './${SERVER}'`, ...exports].join('\n')
}

/**
 * @param {string} banner
 * @returns {import('esbuild').Plugin}
 */
const withoutBanner = (banner) => ({
  name: 'without-banner',
  setup(made) {
    made.onLoad({ filter: /\.mjs$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replace(banner, ''),
    }))
  },
})

/**
 * @param {string[]} names
 * @returns {import('esbuild').Plugin}
 */
const external = (names) => ({
  name: 'external-chunks',
  setup(made) {
    made.onResolve({ filter: /^\.\// }, ({ path, resolveDir }) =>
      names.includes(basename(path)) ? { path, external: true } : { path: resolve(resolveDir, path) },
    )
  },
})

/**
 * `import()` does not work in a compiled script, so the loader passes a function in its place.
 * @param {string} code
 */
function renameImports(code) {
  const [imports] = parse(code)
  let renamed = ''
  let end = 0
  for (const { ss: at, d: dynamic } of imports) {
    if (dynamic < 0) continue
    renamed += code.slice(end, at) + IMPORT
    end = at + 'import'.length
  }
  return renamed + code.slice(end)
}
