import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { groupModules } from './group-modules.mjs'
import { GENERATED, readRoutes } from './routes.mjs'

/** With the app, its layouts and the page itself, at most twelve files. */
const CHUNKS_PER_PAGE = 5
/** Of a dialog or a library that a page loads when it is needed, beyond what the page has. */
const CHUNKS_ON_DEMAND = 1

const isClient = (id) => id.endsWith('/kit/src/runtime/client/entry.js')
const isNode = (id) => id.includes(`/${GENERATED}/`)
const withPrefix = (prefix, chunks) => [...chunks].map(([id, chunk]) => [id, `${prefix}-${chunk}`])

/**
 * Decides which chunk each module of a page goes to, when the whole app is known.
 *
 * @param {string} web the folder of the web app
 * @returns {{ plugin: import('vite').Plugin, chunkOf(id: string): string | null }}
 */
export function createPageChunks(web) {
  let chunks = new Map()
  return {
    chunkOf: (id) => chunks.get(id) ?? null,
    plugin: {
      name: 'page-chunks',
      // SvelteKit asks for the exact exports, but reads entries by name.
      options: (options) => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
      buildEnd(error) {
        if (error) return
        const ids = [...this.getModuleIds()]
        const idOf = (file) => ids.find((id) => id.endsWith(`/${GENERATED}/${file}`))
        // SvelteKit also builds a server, which has no pages of its own.
        if (idOf('app.js') === undefined) return
        const modules = new Map()
        const onDemand = new Set()
        for (const id of ids) {
          const { code, importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)
          modules.set(id, { size: code?.length ?? 0, imports: importedIds })
          for (const imported of dynamicallyImportedIds) onDemand.add(imported)
        }
        const routes = readRoutes(readFileSync(join(web, GENERATED, 'app.js'), 'utf8'))
        const pages = routes.map(({ nodes }) => ({
          starts: [
            ...ids.filter(isClient),
            ...['app.js', ...[0, 1, ...nodes].map((node) => `nodes/${node}.js`)].map(idOf),
          ],
          limit: CHUNKS_PER_PAGE,
        }))
        const ofPages = groupModules(modules, pages)
        const rest = new Map([...modules].filter(([id]) => !ofPages.has(id) && !isNode(id)))
        const entries = [...onDemand]
          .filter((id) => rest.has(id))
          .map((id) => ({ starts: [id], limit: CHUNKS_ON_DEMAND }))
        const others = groupModules(rest, entries)
        chunks = new Map([...withPrefix('on-demand', others), ...withPrefix('page', ofPages)])
      },
    },
  }
}
