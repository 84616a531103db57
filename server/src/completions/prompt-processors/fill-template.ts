import { PromptRoom } from './prompt-limit.ts'

/** A part of a filled prompt: from a placeholder, or the template's own text (null). */
export interface Piece {
  text: string
  placeholder: string | null
}

/**
 * Fills the template in one pass, so that inserted text is never searched for placeholders. `textFor` returns the text for a name;
 * undefined leaves the braces as they are. Throws bad_request when the text gets too long; templates of one prompt
 * share their `room`.
 */
export function fillTemplate(
  template: string,
  textFor: (name: string) => string | undefined,
  room = new PromptRoom(),
): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of template.matchAll(PLACEHOLDER)) {
    const name = match[1] ?? ''
    const text = textFor(name)
    if (text === undefined) continue
    room.take(text.length, template, name)
    if (match.index > from) pieces.push({ text: template.slice(from, match.index), placeholder: null })
    if (text !== '') pieces.push({ text, placeholder: name })
    from = match.index + match[0].length
  }
  if (from < template.length) pieces.push({ text: template.slice(from), placeholder: null })
  return pieces
}

/** The names of the placeholders in a template, each once. Pure. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name)),
]

/** Up to 100 lower-case letters, digits and underscores with at least one letter. */
const NAME = '(?=[0-9_]*[a-z])[a-z0-9_]{1,100}'
const PLACEHOLDER = new RegExp(`\\{(${NAME})\\}`, 'g')
const WHOLE_NAME = new RegExp(`^${NAME}$`)

/** Whether a template can contain a placeholder with this name. Pure. */
export const isPlaceholder = (name: string): boolean => WHOLE_NAME.test(name)

export const textOfPieces = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text).join('')

/** Puts blank lines around inserted text, as LAMB does. */
export const wrap = (text: string): string => `\n\n${text}\n\n`
