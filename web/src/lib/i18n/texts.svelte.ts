import type { Texts } from '../../../../texts/types.d.ts'
import { remember, remembered } from '../state/remember.ts'
import { chooseLanguage, isLanguage, type Language } from './languages.ts'
import { type CompiledTexts, toMessages } from './messages.ts'

type Namespace = keyof Texts

/** One file per language and namespace; each is loaded when it is needed. */
const FILES = import.meta.glob<CompiledTexts>('../../../../texts/*/*.json', { import: 'default' })

const loading = new Map<string, Promise<void>>()
/** What the modules that were loaded so far need. */
const needed = new Set<Namespace>()
let loaded = $state.raw<Readonly<Record<string, object>>>({})
let current = $state<Language>(firstLanguage())

const nameOf = (language: Language, namespace: Namespace): string => `${language}/${namespace}`

const fileOf = (name: string): string => `../../../../texts/${name}.json`

/** Loads the texts once, in English if the language has none; after a failure, the next call tries again. */
function load(language: Language, namespace: Namespace): Promise<void> {
  const name = nameOf(language, namespace)
  const known = loading.get(name)
  if (known) return known
  const file = FILES[fileOf(name)] ?? FILES[fileOf(nameOf('en', namespace))]
  if (!file) throw new Error(`There is no file texts/${name}.json`)
  const started = file().then(
    (texts) => {
      loaded = { ...loaded, [name]: toMessages(texts, language) }
    },
    (error: unknown) => {
      loading.delete(name)
      throw error
    },
  )
  loading.set(name, started)
  return started
}

const loadAll = async (language: Language, namespaces: Iterable<Namespace>): Promise<void> => {
  await Promise.all([...namespaces].map((namespace) => load(language, namespace)))
}

/** Loads texts that are only needed in some languages, which no import() brings. They stay in English if that fails. */
export function loadTexts(name: Namespace): void {
  needed.add(name)
  load(current, name).catch(() => undefined)
}

/** The texts of a namespace, if they are loaded. */
export const loadedTexts = (name: Namespace): object | undefined => loaded[nameOf(current, name)]

/** Reads the texts of a namespace. Call it where Svelte tracks it: `$derived(appTexts().common)`. */
export const namespace =
  <Name extends Namespace>(name: Name): (() => Texts[Name]) =>
  () => {
    const texts = loaded[nameOf(current, name)]
    if (!texts) throw new Error(`The texts “${name}” are not loaded`)
    return texts as Texts[Name]
  }

const ALL = [
  ...new Set(Object.keys(FILES).map((file) => file.replace(/^.*\/(\w+)\.json$/, '$1'))),
] as Namespace[]

/**
 * Loads a page, a dialog or a helper together with its texts. The build writes this around every import(), with the
 * namespaces that the module and its own imports need.
 */
export async function withTexts<Module>(
  load: () => Promise<Module>,
  namespaces: readonly Namespace[] = ALL,
): Promise<Module> {
  for (const name of namespaces) needed.add(name)
  const [module] = await Promise.all([load(), loadAll(current, namespaces)])
  return module
}

/** The language of the latest choice, which may still be loading. */
let chosen = current

/** Shows a language as soon as its texts are there; modules that are loaded meanwhile need theirs, too. */
async function show(language: Language): Promise<void> {
  chosen = language
  remember('language', language)
  for (let known = -1; known !== needed.size; ) {
    known = needed.size
    await loadAll(language, needed)
  }
  if (chosen !== language) return
  current = language
  document.documentElement.lang = language
}

export const i18n = {
  get language(): Language {
    return current
  },
  /** Shown as soon as its texts are there; until then, and if they can't be loaded, the page stays as it is. */
  set language(language: Language) {
    show(language).catch(() => undefined)
  },
}

/** The one that was chosen in this browser; otherwise one that the browser asks for. */
function firstLanguage(): Language {
  const saved = remembered('language')
  if (isLanguage(saved)) return saved
  return typeof navigator === 'undefined' ? 'en' : chooseLanguage(navigator.languages)
}
