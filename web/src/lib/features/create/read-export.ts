import { toReadableName } from '@bellwether/wire/assistants/assistant-texts'
import { toolsOf } from '$features/assistants/assistant-tools.ts'
import { typeOfSettings } from '$features/assistants/assistants.ts'
import { readMetadata } from '$features/assistants/metadata.ts'
import { isObject, type JsonObject, stringOf } from '$lib/json.ts'

export interface ImportPreview {
  content: JsonObject
  name: string
  description: string
  type: string
  tools: string[]
  connector: string
  model: string
  systemPrompt: string
  template: string
}

/** The content of an exported file. Undefined if it is not an exported assistant. Pure. */
export function previewImport(content: unknown): ImportPreview | undefined {
  if (!isObject(content)) return undefined
  // LAMB uses another field name.
  const json = content['metadata'] ?? content['api_callback']
  if (stringOf(content['name']).trim() === '' || typeof json !== 'string') return undefined
  const settings = readMetadata(json)
  return {
    content,
    name: toReadableName(stringOf(content['display_name']) || stringOf(content['name'])),
    description: stringOf(content['description']),
    type: typeOfSettings(settings),
    tools: toolsOf({ metadata: json }),
    connector: stringOf(settings['connector']),
    model: stringOf(settings['llm']),
    systemPrompt: stringOf(content['system_prompt']),
    template: stringOf(content['prompt_template']),
  }
}
