// One file for the server: it starts faster and takes less memory than hundreds of modules. Beside it the web app.
import { copyFileSync, cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { buildDiagrams } from './build-diagrams.mjs'
import { buildWeb } from './build-web.mjs'
import { buildClient } from './client/build-client.mjs'
import { describeApi } from './client/client-types.mjs'
import { buildHelp } from './help/build-help.mjs'
import { root, runNode, step } from './setup.mjs'
import { readLanguages, TEXTS } from './texts/texts.mjs'

// Native add-ons can't be bundled.
const EXTERNAL = [
  '@photostructure/sqlite',
  '@node-rs/argon2',
  'pg-native',
  'node:sqlite',
  'esbuild',
  // Starts a thread of its own from its own files.
  'tesseract.js',
]

/** CommonJS packages inside the bundle still call require for Node's own modules. */
const BANNER =
  "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);"

/** The texts that the server reads in every language. */
const SERVER_TEXTS = ['server.json', 'assistants.json']

/** The threads and processes that `startWorker` and `startProcess` start, by name. */
export const WORKERS = {
  'pattern.worker': 'server/src/modules/assistant-tests/checks/pattern.worker.ts',
  'bcrypt.worker': 'server/src/modules/users/sign-in/bcrypt.worker.ts',
  'search.worker': 'server/src/modules/knowledge/retrieval/searcher/search.worker.ts',
  'part.worker': 'server/src/modules/knowledge/retrieval/database/large/part.worker.ts',
  'reindex.worker': 'server/src/modules/knowledge/retrieval/reindex/reindex.worker.ts',
  'reading.worker': 'server/src/modules/knowledge/reading/reading.worker.ts',
  'split-recording.worker': 'server/src/documents/recordings/parts/split-recording.worker.ts',
  'text-search.worker': 'server/src/modules/workspaces/search/text-search.worker.ts',
  'report-reader.worker': 'server/src/platform/db/sqlite/reports/report-reader.worker.ts',
  'topics.worker': 'server/src/modules/activity/topics/topics.worker.ts',
  'diff.worker': 'server/src/modules/workspaces/text/diff.worker.ts',
  'patch.worker': 'server/src/tools/workspace/patch-file/patch.worker.ts',
}

/** Files that stay as they are. */
const BESIDE = [
  'scripts/server/server.mjs',
  'scripts/server/require-node.mjs',
  'server/src/platform/db/sqlite/sqlite-writer.worker.mjs',
  'server/src/platform/db/migrations/baseline.sql',
]

/** Error messages of the schemas are ours, in the web app's languages: without this, all of Zod's languages are loaded. */
const ENGLISH_SCHEMAS = {
  name: 'english-schemas',
  /** @param {import('esbuild').PluginBuild} build */
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
}

export async function build() {
  const outdir = join(root, 'dist')
  rmSync(outdir, { recursive: true, force: true })
  // Side by side: compiling the pages keeps one core busy.
  await Promise.all([
    step('Building the server', () => buildServer(outdir)),
    step('Building the web app', async () => {
      await buildWeb()
      await buildDiagrams()
      await buildHelp()
    }),
  ])
}

/** @param {string} outdir */
export async function buildServer(outdir) {
  const describing = describeApi()
  await bundleServer(outdir, {
    main: 'server/src/main.ts',
    plugin: 'server/src/plugin.ts',
    backup: 'server/src/commands/backup/backup.main.ts',
    'import-lamb': 'server/src/commands/import-lamb/import-lamb.main.ts',
    'move-files': 'server/src/commands/move-files/move-files.main.ts',
    'migrate-assistants': 'server/src/commands/migrate-assistants.main.ts',
    'empty-database': 'server/src/platform/db/sqlite/empty-database.main.ts',
  })
  for (const language of readLanguages())
    for (const file of SERVER_TEXTS) {
      const texts = join(TEXTS, language, file)
      if (existsSync(texts)) cpSync(texts, join(outdir, 'texts', language, file))
    }
  for (const file of BESIDE) copyFileSync(join(root, file), join(outdir, basename(file)))
  await makeEmptyDatabase(outdir)
  // Reading the endpoints takes a second of CPU, which the server need not spend at each start.
  const document = await describing
  writeFileSync(join(outdir, 'openapi.json'), document)
  await buildClient(outdir, JSON.parse(document))
}

/**
 * The database of new installations, so that the first start need not run every migration.
 * @param {string} outdir
 */
async function makeEmptyDatabase(outdir) {
  const program = join(outdir, 'empty-database.mjs')
  await runNode([program, join(outdir, 'empty.db')])
  for (const file of [program, `${program}.map`]) rmSync(file)
}

/** @satisfies {import('esbuild').BuildOptions} */
export const NODE_PROGRAMS = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  // Not in a folder of their own: shared code starts the worker threads, and looks for their files beside itself.
  chunkNames: '[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  logLevel: 'warning',
}

/**
 * Programs that use the server's code, with its threads.
 * @param {string} outdir
 * @param {Record<string, string>} programs
 * @param {Pick<import('esbuild').BuildOptions, 'sourcemap'>} more
 */
export async function bundleServer(outdir, programs, more = {}) {
  return bundle({
    ...NODE_PROGRAMS,
    entryPoints: { ...programs, ...WORKERS },
    outdir,
    sourcemap: 'linked',
    // Names stay, so that a stack in the log can be read.
    minifyWhitespace: true,
    minifySyntax: true,
    external: EXTERNAL,
    plugins: [ENGLISH_SCHEMAS],
    banner: { js: BANNER },
    ...more,
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()
