import katex from 'katex'

const known = new Map<string, string>()

/** The character of a command without arguments, such as ε for `varepsilon`; empty if it has none. Pure. */
export function symbolOf(name: string, mode: 'text' | 'formula'): string {
  const tex = mode === 'text' ? `\\text{\\${name}}` : `\\${name}`
  const symbol = known.get(tex) ?? render(tex)
  if (known.size < MAX_KNOWN) known.set(tex, symbol)
  return symbol
}

const MAX_KNOWN = 2000

function render(tex: string): string {
  try {
    const shown = katex
      .renderToString(tex, { output: 'mathml', strict: false })
      .replace(/<annotation.*?<\/annotation>|<[^<>]*>/gs, '')
      .replace(/&([lg])t;/g, (_all, side: string) => (side === 'l' ? '<' : '>'))
      .trim()
    // Names of functions and of programs stay words of the formula or text.
    return [...shown].length === 1 ? shown : ''
  } catch {
    return ''
  }
}
