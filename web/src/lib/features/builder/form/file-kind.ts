import { isObject } from '$lib/json.ts'

export type FileKind = 'document' | 'rubric' | 'assistant'

/** Files whose text is inspected. */
export const isInspected = (name: string): boolean => /\.(json|md|markdown|csv|tsv)$/i.test(name)

/** The kind of a dropped file, by its name and, if it is inspected, its text. Pure. */
export function kindOfFile(name: string, text: string | undefined): FileKind {
  if (/\.json$/i.test(name)) return text === undefined ? 'document' : kindOfJson(text)
  if (text !== undefined && isInspected(name)) return hasLevels(text) ? 'rubric' : 'document'
  return /r[uú]bri[ck]/iu.test(name) && /\.(docx|odt|rtf|pdf|xlsx|ods)$/i.test(name) ? 'rubric' : 'document'
}

function kindOfJson(json: string): FileKind {
  try {
    const value: unknown = JSON.parse(json)
    if (isObject(value) && Array.isArray(value['criteria'])) return 'rubric'
    if (isObject(value) && 'prompt_template' in value) return 'assistant'
    if (isObject(value) && isObject(value['assistant'])) return 'assistant'
  } catch {
    // Not valid JSON: a document.
  }
  return 'document'
}

/** A level with its score, such as `Excellent (4)`. */
const LEVEL = /\p{L}[^|;,\t]{0,60}\(\s*\d+(?:[.,]\d+)?\s*(?:p|pts?|points?|puntos?|punts?|puntu|%)?\s*\)/giu
const MAX_LINES = 200

/** Whether a line of a table has at least two levels with scores. */
const hasLevels = (text: string): boolean =>
  text
    .split('\n', MAX_LINES)
    .some((line) => /[|;,\t]/.test(line) && line.length < 2000 && (line.match(LEVEL) ?? []).length >= 2)
