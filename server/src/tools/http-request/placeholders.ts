/** A single argument value. */
export type Scalar = string | number | boolean
export type Value = Scalar | Scalar[]
export type Values = ReadonlyMap<string, Value>

export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,47}$/
const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]{0,47})\}/g
const ONLY_PLACEHOLDER = /^\{([A-Za-z][A-Za-z0-9_]{0,47})\}$/
const SECRET = /\{secret:([A-Z][A-Z0-9_]{0,63})\}/g

export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** The name of the parameter if the text is only its placeholder. */
export const onlyPlaceholderOf = (text: string): string | undefined => ONLY_PLACEHOLDER.exec(text)?.[1]

export const withoutPlaceholders = (text: string, instead = ''): string => text.replace(PLACEHOLDER, instead)

/** Fills placeholders in one pass, so that inserted text is not searched again. Absent parameters become empty. */
export const fillText = (text: string, values: Values, write: (value: Value) => string): string =>
  text.replace(PLACEHOLDER, (_all, name: string) => {
    const value = values.get(name)
    return value === undefined ? '' : write(value)
  })

/** Converts a value to text. An unpaired surrogate, which can't be sent, becomes U+FFFD. */
export const toText = (value: Value): string =>
  Buffer.from(Array.isArray(value) ? value.join(',') : String(value)).toString()

export const secretsOf = (text: string): string[] => [...text.matchAll(SECRET)].map(([, name = '']) => name)
export const withoutSecrets = (text: string): string => text.replace(SECRET, '')
export const fillSecrets = (text: string, secrets: ReadonlyMap<string, string>): string =>
  text.replace(SECRET, (_all, name: string) => secrets.get(name) ?? '')
