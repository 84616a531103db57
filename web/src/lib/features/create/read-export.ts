import type { ToolInfo } from '@bellwether/wire'
import { toReadableName } from '@bellwether/wire/assistants/assistant-texts'
import { toolsOf } from '$features/assistants/assistant-tools.ts'
import { typeOfSettings } from '$features/assistants/assistants.ts'
import { readMetadata } from '$features/assistants/metadata.ts'
import { findInfo } from '$features/builder/tools/entries.ts'
import { isObject, type JsonObject, stringOf } from '$lib/json.ts'

/** The objects on this server, as far as known. Undefined parts could not be loaded and are not checked. */
export interface Surroundings {
  tools: readonly ToolInfo[] | undefined
  /** Connectors by name, with their models. */
  connectors: Readonly<Record<string, { available_llms: readonly string[] }>> | undefined
  knowledgeBases: readonly string[] | undefined
  rubrics: readonly string[] | undefined
  files: readonly string[] | undefined
}

export type ImportWarning =
  | { about: 'tool'; name: string }
  | { about: 'connector'; name: string }
  | { about: 'model'; name: string }
  | { about: 'knowledge'; count: number }
  | { about: 'rubric' | 'file' }

export interface ImportPreview {
  name: string
  description: string
  type: string
  tools: string[]
  connector: string
  model: string
  systemPrompt: string
  template: string
  warnings: ImportWarning[]
}

/** LAMB uses another field name. */
function settingsOf(content: JsonObject): string | undefined {
  const json = content['metadata'] ?? content['api_callback']
  return typeof json === 'string' ? json : undefined
}

/**
 * The content of an exported file, and the parts that are missing on this server. Undefined if it is not an exported
 * assistant. Pure.
 */
export function previewImport(content: unknown, surroundings: Surroundings): ImportPreview | undefined {
  if (!isObject(content)) return undefined
  const json = settingsOf(content)
  if (stringOf(content['name']).trim() === '' || json === undefined) return undefined
  const settings = readMetadata(json)
  const entries = entriesOf(settings)
  const tools = toolsOf({ metadata: json })
  const connector = stringOf(settings['connector'])
  const model = stringOf(settings['llm'])
  return {
    name: toReadableName(stringOf(content['display_name']) || stringOf(content['name'])),
    description: stringOf(content['description']),
    type: typeOfSettings(settings),
    tools,
    connector,
    model,
    systemPrompt: stringOf(content['system_prompt']),
    template: stringOf(content['prompt_template']),
    warnings: [
      ...tools
        .filter((name) => surroundings.tools && !findInfo(surroundings.tools, name))
        .map((name) => ({ about: 'tool' as const, name })),
      ...modelWarnings(connector, model, surroundings),
      ...objectWarnings(content, settings, entries, surroundings),
    ],
  }
}

const entriesOf = (settings: JsonObject): JsonObject[] =>
  (Array.isArray(settings['tools']) ? settings['tools'] : []).filter(isObject)

/** The ids in the settings of tools under this name, and in the classic setting. */
const idsIn = (entries: readonly JsonObject[], name: string, classic: unknown): string[] =>
  [classic, ...entries.map(({ config }) => (isObject(config) ? config[name] : undefined))]
    .flatMap((value) => (Array.isArray(value) ? value : stringOf(value).split(',')))
    .map((value) => String(value).trim())
    .filter(Boolean)

/** The rubrics it uses, which are loaded by id because there may be many on the server. Pure. */
export function rubricsIn(content: unknown): string[] {
  const settings = isObject(content) ? readMetadata(settingsOf(content) ?? '') : {}
  return [...new Set(idsIn(entriesOf(settings), 'rubric_id', settings['rubric_id']))]
}

function modelWarnings(connector: string, model: string, { connectors }: Surroundings): ImportWarning[] {
  if (connector === '' || !connectors) return []
  const models = connectors[connector]
  if (!models) return [{ about: 'connector', name: connector }]
  return model === '' || models.available_llms.length === 0 || models.available_llms.includes(model)
    ? []
    : [{ about: 'model', name: model }]
}

function objectWarnings(
  content: JsonObject,
  settings: JsonObject,
  entries: readonly JsonObject[],
  surroundings: Surroundings,
): ImportWarning[] {
  const all = (name: string, classic: unknown) => idsIn(entries, name, classic)
  const missing = (names: string[], existing: readonly string[] | undefined): number =>
    existing ? new Set(names.filter((name) => !existing.includes(name))).size : 0
  const bases = missing(all('collections', content['RAG_collections']), surroundings.knowledgeBases)
  const rubrics = missing(all('rubric_id', settings['rubric_id']), surroundings.rubrics)
  const files = missing(all('file_path', settings['file_path']), surroundings.files)
  return [
    ...(bases > 0 ? [{ about: 'knowledge' as const, count: bases }] : []),
    ...(rubrics > 0 ? [{ about: 'rubric' as const }] : []),
    ...(files > 0 ? [{ about: 'file' as const }] : []),
  ]
}
