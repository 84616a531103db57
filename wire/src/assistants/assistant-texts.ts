// Without a schema, so that the web app can import them alone.

/** Undefined when the text is not a JSON object. An empty text is an empty object, as in LAMB. */
export function parseJsonObject(json: string): Record<string, unknown> | undefined {
  let value: unknown
  try {
    value = JSON.parse(json.trim() === '' ? '{}' : json)
  } catch {
    return undefined
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

const LAMB_FORM = /^\d+_[a-z0-9_]+$/

/** Turns LAMB's form into words (`12_essay_evaluator` → `Essay evaluator`); any other name stays unchanged. */
export function toReadableName(lambName: string): string {
  const name = lambName.trim()
  if (!LAMB_FORM.test(name)) return name
  const words = name.replace(/^\d+_/, '').replaceAll('_', ' ').trim()
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1)
}

export const SUGGESTED_QUESTIONS = { most: 6, length: 300 } as const

/** The starter questions of an assistant. Stored metadata may contain anything. Pure. */
export const toSuggestedQuestions = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [])
    .filter((question): question is string => typeof question === 'string')
    .map((question) => question.trim().slice(0, SUGGESTED_QUESTIONS.length))
    .filter((question, at, all) => question !== '' && all.indexOf(question) === at)
    .slice(0, SUGGESTED_QUESTIONS.most)

export const GREETING_LENGTH = 1000

/** The greeting of an assistant, shown in an empty chat. Stored metadata may contain anything. Pure. */
export const toGreeting = (value: unknown): string =>
  typeof value === 'string' ? value.trim().slice(0, GREETING_LENGTH) : ''
