import { parseJsonObject } from '@bellwether/wire/assistants/assistant-texts'
import type { JsonObject } from '$lib/json.ts'

/** The stored settings of an assistant. Invalid JSON counts as no settings. Pure. */
export const readMetadata = (json: string | null): JsonObject => parseJsonObject(json ?? '') ?? {}
