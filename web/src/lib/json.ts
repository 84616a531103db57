export type JsonObject = Record<string, unknown>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value if it is a string, otherwise an empty string. */
export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Strings and numbers as text; anything else is an empty string. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
