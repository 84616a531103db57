import { countElements } from './markdown-to-html.ts'

/** The libraries are loaded only if an answer has formulas or code. */
const LANGUAGES: Record<string, () => Promise<unknown>> = {
  bash: () => import('shiki/langs/bash.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
}
const SHORT: Record<string, string> = {
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  sh: 'bash',
  'c++': 'cpp',
}

/** A formula must not cover the page: without `maxSize`, in em, a `\rule` has any size. */
export const FORMULA_LIMITS = { throwOnError: false, trust: false, maxExpand: 200, maxSize: 20 } as const

/** A formula or a code block that is still shown as text. */
export type Undrawn =
  | { kind: 'formula'; text: string; isBlock: boolean }
  | { kind: 'code'; text: string; language: string }
type Draw = (item: Undrawn) => string | undefined

/** For all formulas and code blocks of an answer together; the rest stays text. */
const MAX_ELEMENTS = 20_000
const MAX_MS = 1500

/** Loads what these items need. The result draws them to HTML, as many as the limits allow. */
export async function prepareDecorations(items: readonly Undrawn[]) {
  const draw = { formula: await loadFormulas(items), code: await loadCode(items) }
  return (): (string | undefined)[] => {
    const end = performance.now() + MAX_MS
    let elements = 0
    return items.map((item) => {
      if (elements > MAX_ELEMENTS || performance.now() > end) return undefined
      const html = draw[item.kind]?.(item)
      elements += countElements(html ?? '')
      return elements > MAX_ELEMENTS ? undefined : html
    })
  }
}

async function loadFormulas(items: readonly Undrawn[]): Promise<Draw | undefined> {
  if (!items.some(({ kind }) => kind === 'formula')) return undefined
  const { default: katex } = await import('katex')
  return (item) =>
    katex.renderToString(item.text, {
      displayMode: item.kind === 'formula' && item.isBlock,
      ...FORMULA_LIMITS,
    })
}

/** The themes' comment colors have too little contrast on our background. */
const READABLE = {
  'github-light-high-contrast': { '#66707b': '#5a636d' },
  'github-dark': { '#6a737d': '#8b949e' },
}

/** Undefined if it can't be highlighted. */
const languageOf = (item: Undrawn): string | undefined => {
  if (item.kind !== 'code') return undefined
  const declared = item.language.toLowerCase()
  const language = SHORT[declared] ?? declared
  return Object.hasOwn(LANGUAGES, language) ? language : undefined
}

async function loadCode(items: readonly Undrawn[]): Promise<Draw | undefined> {
  const languages = [...new Set(items.map(languageOf))].flatMap((language) => LANGUAGES[language ?? ''] ?? [])
  if (languages.length === 0) return undefined
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, light, dark, ...grammars] =
    await Promise.all([
      import('shiki/core'),
      import('shiki/engine/javascript'),
      import('shiki/themes/github-light-high-contrast.mjs'),
      import('shiki/themes/github-dark.mjs'),
      ...languages.map((load) => load()),
    ])
  const highlighter = await createHighlighterCore({
    // The default engine is WebAssembly, which our content security policy forbids.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [light.default, dark.default],
    langs: grammars.map((grammar) => (grammar as { default: never }).default),
  })
  const themes = { light: 'github-light-high-contrast', dark: 'github-dark' }
  return (item) => {
    const lang = languageOf(item)
    return (
      lang &&
      highlighter.codeToHtml(item.text, { lang, themes, defaultColor: false, colorReplacements: READABLE })
    )
  }
}
