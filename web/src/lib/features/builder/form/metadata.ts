/** The settings of an assistant, as they are stored. */
export type Metadata = Record<string, unknown>

export const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Unreadable settings have none. Pure. */
export function readMetadata(json: string): Metadata {
  try {
    const value: unknown = JSON.parse(json || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
