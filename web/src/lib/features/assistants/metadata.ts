import { isObject, type JsonObject } from '$lib/json.ts'

/** The stored settings of an assistant. */
export type Metadata = JsonObject

/** Invalid JSON counts as no settings. Pure. */
export function readMetadata(json: string | null): Metadata {
  try {
    const value: unknown = JSON.parse(json || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
