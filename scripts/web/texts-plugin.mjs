// Texts for the web app: each file is compiled so that the browser needs no parser, and each import() waits for the texts of
// what it imports.
import { join, relative, sep } from 'node:path'
import { root } from '../setup.mjs'
import { writeTextTypes } from '../texts/text-types.mjs'
import { compileTexts, readTexts, TEXTS, withEnglish } from '../texts/texts.mjs'

/** texts/<language>/<namespace>.json */
const TEXT_FILE = /[\\/]texts[\\/]([a-z-]+[\\/][\w-]+)\.json$/i

export function textsPlugin() {
  return {
    name: 'texts',
    // Before Vite turns JSON into a module.
    enforce: 'pre',
    buildStart: () => writeTextTypes(),
    /** Readable in the network panel, and easy to tell from scripts. */
    outputOptions(options) {
      const { chunkFileNames } = options
      return {
        ...options,
        chunkFileNames: (chunk) => {
          const [, name] = TEXT_FILE.exec(chunk.facadeModuleId ?? '') ?? []
          if (name) return `_app/immutable/texts/${name}.[hash].js`
          return typeof chunkFileNames === 'function' ? chunkFileNames(chunk) : chunkFileNames
        },
      }
    },
    transform: {
      filter: { id: TEXT_FILE },
      handler(code, id) {
        const [language, file] = relative(TEXTS, id).split(sep)
        if (file === undefined || language === '..') return undefined
        const namespace = file.slice(0, -'.json'.length)
        this.addWatchFile(join(TEXTS, 'en', file))
        const texts = withEnglish(readTexts('en', namespace), JSON.parse(code))
        return { code: JSON.stringify(compileTexts(texts)), map: null }
      },
    },
    handleHotUpdate: ({ file }) => {
      if (file.startsWith(join(TEXTS, 'en'))) writeTextTypes()
    },
  }
}

const SOURCES = [join(root, 'web/src'), join(root, 'web/.svelte-kit/generated')]
const LOADER = join(root, 'web/src/lib/i18n/texts.svelte.ts')
const NAMESPACE = /[\\/]web[\\/]src[\\/]lib[\\/]texts[\\/](\w+)\.ts$/
/** Of our own modules; packages have no texts. */
const IMPORT = /\bimport\((["'`])((?:\.{1,2}\/|\$)[^"'`]+)\1\)/g
const MARK = /__TEXTS_OF__\(["'`]([^"'`]+)["'`]\)/g

/**
 * Whoever imports a page, a dialog or a helper gets its texts at the same time. The build knows which ones it needs; while
 * developing, all are loaded.
 */
export function importsWithTexts() {
  let isBuild = false
  return {
    name: 'imports-with-texts',
    configResolved: ({ command }) => {
      isBuild = command === 'build'
    },
    transform: {
      filter: { code: /\bimport\(/ },
      async handler(code, id) {
        const file = id.replace(/\?.*$/, '')
        if (file === LOADER || !SOURCES.some((folder) => file.startsWith(folder))) return undefined
        const targets = new Map()
        for (const [, , specifier] of code.matchAll(IMPORT))
          if (isBuild) targets.set(specifier, (await this.resolve(specifier, id))?.id)
        const waiting = code.replace(IMPORT, (all, _quote, specifier) => {
          const target = targets.get(specifier)
          return `__withTexts(() => ${all}${target ? `, __TEXTS_OF__(${JSON.stringify(target)})` : ''})`
        })
        if (waiting === code) return undefined
        return {
          code: `import { withTexts as __withTexts } from ${JSON.stringify(LOADER)}\n${waiting}`,
          map: null,
        }
      },
    },
    renderChunk(code) {
      if (!MARK.test(code)) return null
      MARK.lastIndex = 0
      const rendered = code.replace(MARK, (_all, id) =>
        JSON.stringify(
          namespacesOf(JSON.parse(`"${id}"`), (one) => this.getModuleInfo(one)?.importedIds ?? []),
        ),
      )
      return { code: rendered, map: null }
    },
  }
}

/** The namespaces of a module and of all that it imports. */
function namespacesOf(start, importedBy) {
  const found = new Set()
  const seen = new Set([start])
  for (const id of seen) {
    const namespace = NAMESPACE.exec(id)?.[1]
    if (namespace) found.add(namespace)
    for (const imported of importedBy(id)) seen.add(imported)
  }
  return [...found].sort()
}
