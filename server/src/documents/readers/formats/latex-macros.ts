const INNER = String.raw`(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,200}\}){0,300}\}){0,500}`
const DEFINITION = new RegExp(
  String.raw`\\(?:(?:re)?newcommand|providecommand|DeclareMathOperator|def)\*?\s{0,5}\{?\\([a-zA-Z]{1,50})\}?\s{0,5}(\[\d\](?:\[[^\]]{0,100}\])?|(?:#\d){0,9})\s{0,5}\{(${INNER})\}`,
  'g',
)
/** What theorems and other environments are called, and how they look. */
const ENVIRONMENT = new RegExp(
  String.raw`\\(?:newtheorem|(?:re)?newenvironment)\*?(?:\s{0,5}(?:\[[^\]]{0,100}\]|\{${INNER}\})){1,6}`,
  'g',
)
const USE = /\\([a-zA-Z]{1,50})(?![a-zA-Z])(?:\{\})?/g
/** A macro may contain another one. */
const PASSES = 3
const MAX_MACROS = 1000
const MAX_GROWTH = 200_000

/**
 * Writes out macros without arguments: `\newcommand{\BW}{Bellwether}` is a word that the text has nowhere else. Macros
 * with arguments need nothing, because an unknown command leaves its arguments.
 */
export function withMacros(source: string): string {
  const macros = new Map<string, string>()
  let text = source
    .replace(DEFINITION, (_all, name: string, parameters: string, body: string) => {
      if (parameters === '' && macros.size < MAX_MACROS) macros.set(name, body)
      return ''
    })
    .replace(ENVIRONMENT, '')
  if (macros.size === 0) return text
  for (let pass = 0; pass < PASSES; pass++) {
    let growth = 0
    text = text.replace(USE, (use, name: string) => {
      const body = macros.get(name)
      // A few macros that contain each other several times would fill the memory.
      if (body === undefined || growth > MAX_GROWTH) return use
      growth += body.length
      return body
    })
  }
  return text
}
