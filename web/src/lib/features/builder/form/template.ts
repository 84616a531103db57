/** A part of a template: plain text or a placeholder. */
export interface TemplatePart {
  text: string
  /** Undefined for plain text. */
  placeholder: string | undefined
}

const PLACEHOLDER = /\{([A-Za-z_]\w{0,99})\}/g
/** Placeholders that need no tool. */
export const ALWAYS_FILLED = ['user_input', 'moodle_user']

/** Pure; one pass over the text. */
export function toTemplateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  let end = 0
  for (const match of template.matchAll(PLACEHOLDER)) {
    if (match.index > end) parts.push({ text: template.slice(end, match.index), placeholder: undefined })
    parts.push({ text: match[0], placeholder: match[1] })
    end = match.index + match[0].length
  }
  if (end < template.length) parts.push({ text: template.slice(end), placeholder: undefined })
  return parts
}

export const placeholdersIn = (template: string): string[] => [
  ...new Set(Array.from(template.matchAll(PLACEHOLDER), (match) => match[1] ?? '')),
]

export interface TemplateFaults {
  /** In the template, but not filled by a tool. */
  unknown: string[]
  /** Filled by a tool, but not in the template. */
  unused: string[]
  hasNoQuestion: boolean
}

/** `filled`: the placeholders of enabled tools. Pure. */
export function findFaults(template: string, filled: readonly string[]): TemplateFaults {
  const placeholders = placeholdersIn(template)
  return {
    unknown: placeholders.filter((name) => !filled.includes(name) && !ALWAYS_FILLED.includes(name)),
    unused: filled.filter((name) => !placeholders.includes(name)),
    hasNoQuestion: !placeholders.includes('user_input'),
  }
}

/** Appends at the end, below existing text. Pure. */
export function appendPlaceholder(template: string, placeholder: string): string {
  const before = template.trimEnd()
  return `${before}${before === '' ? '' : '\n\n'}{${placeholder}}`
}

/**
 * Adds the placeholder as a paragraph of its own: above the question, or after the other placeholders if they follow
 * the question. Pure.
 */
export function placePlaceholder(template: string, placeholder: string): string {
  const paragraphs = template.split(/\n[ \t]*\n/)
  const question = paragraphs.findIndex((paragraph) => paragraph.includes('{user_input}'))
  if (question < 0) return appendPlaceholder(template, placeholder)
  const last = paragraphs.findLastIndex((paragraph) =>
    placeholdersIn(paragraph).some((name) => name !== 'user_input'),
  )
  const at = last > question ? last + 1 : question
  return [...paragraphs.slice(0, at), `{${placeholder}}`, ...paragraphs.slice(at)]
    .filter((paragraph) => paragraph.trim() !== '')
    .join('\n\n')
}

export const renamePlaceholder = (template: string, from: string, to: string): string =>
  template.replaceAll(`{${from}}`, () => `{${to}}`)

/** Also removes a line or paragraph that contained only the placeholder. Pure. */
export const removePlaceholder = (template: string, placeholder: string): string =>
  template
    .replaceAll(new RegExp(`(^|\\n[ \\t]*\\n)[ \\t]*\\{${placeholder}\\}[ \\t]*\\n[ \\t]*\\n`, 'g'), '$1')
    .replaceAll(new RegExp(`^[ \\t]*\\{${placeholder}\\}[ \\t]*\\n?`, 'gm'), '')
    .replaceAll(`{${placeholder}}`, '')
