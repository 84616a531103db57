/** What an argument may be. */
export type Scalar = string | number | boolean
export type Value = Scalar | Scalar[]
export type Values = ReadonlyMap<string, Value>

export const PARAMETER_NAME = /^[A-Za-z][A-Za-z0-9_]{0,47}$/
const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9_]{0,47})\}/g
const ONLY_PLACEHOLDER = /^\{([A-Za-z][A-Za-z0-9_]{0,47})\}$/
const SECRET = /\{secret:([A-Z][A-Z0-9_]{0,63})\}/g

export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name)

/** The parameter, when the text is nothing but its placeholder. */
export const onlyPlaceholderOf = (text: string): string | undefined => ONLY_PLACEHOLDER.exec(text)?.[1]

export const withoutPlaceholders = (text: string, instead = ''): string => text.replace(PLACEHOLDER, instead)

/** In one pass: what is put in is not looked through again. A parameter that is absent leaves nothing. */
export const fillText = (text: string, values: Values, write: (value: Value) => string): string =>
  text.replace(PLACEHOLDER, (_all, name: string) => {
    const value = values.get(name)
    return value === undefined ? '' : write(value)
  })

/** A value where only text can stand. Half of a surrogate pair, which can't be sent, becomes U+FFFD. */
export const toText = (value: Value): string =>
  Buffer.from(Array.isArray(value) ? value.join(',') : String(value)).toString()

export const secretsOf = (text: string): string[] => [...text.matchAll(SECRET)].map(([, name = '']) => name)
export const withoutSecrets = (text: string): string => text.replace(SECRET, '')
export const fillSecrets = (text: string, secrets: ReadonlyMap<string, string>): string =>
  text.replace(SECRET, (_all, name: string) => secrets.get(name) ?? '')
