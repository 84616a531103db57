import { isObject } from './is-object.ts'

/** What a JSON text says; undefined if it is not JSON. */
export function tryParseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString())
  } catch {
    return undefined
  }
}

/** The same for texts that should be objects; undefined if it is anything else. */
export function tryParseObject(text: string | Buffer): Record<string, unknown> | undefined {
  const value = tryParseJson(text)
  return isObject(value) ? value : undefined
}
