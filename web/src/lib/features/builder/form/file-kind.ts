import { isObject } from '$lib/json.ts'

export type FileKind = 'document' | 'rubric' | 'assistant'

/** The kind of a dropped file. Only JSON files are inspected; everything else is a document. Pure. */
export function kindOfFile(name: string, json: string | undefined): FileKind {
  if (!/\.json$/i.test(name) || json === undefined) return 'document'
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
