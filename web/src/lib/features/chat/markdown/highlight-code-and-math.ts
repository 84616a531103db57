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

export async function drawFormulas(root: HTMLElement): Promise<void> {
  const formulas = root.querySelectorAll<HTMLElement>('[data-tex]:not([data-drawn])')
  if (formulas.length === 0) return
  const [{ default: katex }] = await Promise.all([import('katex'), import('katex/dist/katex.min.css')])
  for (const formula of formulas) {
    formula.dataset['drawn'] = 'true'
    const displayMode = formula.classList.contains('math-block')
    katex.render(formula.dataset['tex'] ?? '', formula, {
      displayMode,
      ...FORMULA_LIMITS,
    })
  }
}

/** The themes' comment colors have too little contrast on our background. */
const READABLE = {
  'github-light-high-contrast': { '#66707b': '#5a636d' },
  'github-dark': { '#6a737d': '#8b949e' },
}

export async function colourCode(root: HTMLElement): Promise<void> {
  const blocks = Array.from(root.querySelectorAll<HTMLElement>('pre > code[class^="language-"]')).flatMap(
    (code) => {
      const declared = code.className.replace('language-', '').toLowerCase()
      const language = SHORT[declared] ?? declared
      const load = LANGUAGES[language]
      return load ? [{ code, language, load }] : []
    },
  )
  if (blocks.length === 0) return
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }, light, dark, ...grammars] =
    await Promise.all([
      import('shiki/core'),
      import('shiki/engine/javascript'),
      import('shiki/themes/github-light-high-contrast.mjs'),
      import('shiki/themes/github-dark.mjs'),
      ...blocks.map(({ load }) => load()),
    ])
  const highlighter = await createHighlighterCore({
    // The default engine is WebAssembly, which our content security policy forbids.
    engine: createJavaScriptRegexEngine({ forgiving: true }),
    themes: [light.default, dark.default],
    langs: grammars.map((grammar) => (grammar as { default: never }).default),
  })
  const themes = { light: 'github-light-high-contrast', dark: 'github-dark' }
  for (const { code, language } of blocks) {
    const html = highlighter.codeToHtml(code.textContent ?? '', {
      lang: language,
      themes,
      defaultColor: false,
      colorReplacements: READABLE,
    })
    const highlighted = new DOMParser().parseFromString(html, 'text/html').querySelector('pre')
    if (highlighted) code.parentElement?.replaceWith(highlighted)
  }
  highlighter.dispose()
}
