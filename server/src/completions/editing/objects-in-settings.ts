import { parseJsonObject } from '@bellwether/wire'
import type { ChooseObject, ImportedObjects, ObjectRef } from '../../modules/assistants/index.ts'
import { isObject } from '../../platform/is-object.ts'
import { describeTool } from '../../tools/describe-tool.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { Tool } from '../../tools/tool.ts'

type Kind = ObjectRef['kind']

const KIND_OF_PICKER: Readonly<Record<string, Kind>> = {
  'assistant-picker': 'assistant',
  'file-picker': 'file',
  'knowledge-base-picker': 'knowledge_base',
  'rubric-picker': 'rubric',
  'workspace-picker': 'workspace',
}

/** Where LAMB keeps the objects of a classic assistant, besides the column of knowledge bases. */
const CLASSIC_FIELDS: readonly ObjectField[] = [
  { field: 'file_path', kind: 'file' },
  { field: 'rubric_id', kind: 'rubric' },
]

interface ObjectField {
  field: string
  kind: Kind
}

/**
 * The objects that settings name, also in tools that are off or incomplete. The schema of a tool says which of its
 * fields name objects, as it does for forms.
 */
export function createObjectsInSettings(tools: ToolRegistry): Pick<ImportedObjects, 'listIn' | 'replaceIn'> {
  const replaceIn: ImportedObjects['replaceIn'] = ({ metadata, rag_collections: column }, choose) => {
    const bases = column.split(',').map((id) => id.trim())
    const chosenBases = replaceIds('knowledge_base', bases, choose)
    const rag_collections = chosenBases === bases ? column : [chosenBases].flat().join(',')
    const settings = parseJsonObject(metadata)
    if (!settings) return { metadata, rag_collections }
    const classic = replaceFields(settings, CLASSIC_FIELDS, choose)
    const listed = Array.isArray(settings['tools']) ? settings['tools'] : []
    const { entries } = normalizeEntries(listed, tools)
    const replaced = entries.map((entry) => {
      const config = replaceFields(entry.config, fieldsOf(tools.find(entry.type)), choose)
      return config === entry.config ? entry : { ...entry, config }
    })
    if (replaced.some((entry, index) => entry !== entries[index]))
      return { metadata: JSON.stringify({ ...classic, tools: replaced }), rag_collections }
    // Settings without such objects stay as they are, byte for byte.
    return { metadata: classic === settings ? metadata : JSON.stringify(classic), rag_collections }
  }

  return {
    replaceIn,
    listIn(form) {
      const found = new Map<string, ObjectRef>()
      replaceIn(form, (ref) => {
        found.set(`${ref.kind} ${ref.id}`, ref)
        return ref.id
      })
      return [...found.values()]
    },
  }
}

function fieldsOf(tool: Tool | undefined): ObjectField[] {
  if (!tool) return []
  const { widget, properties } = describeTool(tool).config_schema
  if (widget === 'mcp-tool-picker') return [{ field: 'server_id', kind: 'mcp_server' }]
  return Object.entries(isObject(properties) ? properties : {}).flatMap(([field, schema]) => {
    const kind = isObject(schema) ? KIND_OF_PICKER[String(schema['widget'])] : undefined
    return kind ? [{ field, kind }] : []
  })
}

/** Returns the same object if nothing changes. */
function replaceFields(
  settings: Record<string, unknown>,
  fields: readonly ObjectField[],
  choose: ChooseObject,
): Record<string, unknown> {
  let result = settings
  for (const { field, kind } of fields) {
    const value = settings[field]
    const next = replaceIds(kind, value, choose)
    if (next === value) continue
    const { [field]: _removed, ...rest } = result
    result = next === undefined ? rest : { ...rest, [field]: next }
  }
  return result
}

/** Returns the same value if nothing changes, and undefined if nothing is left of it. */
function replaceIds(kind: Kind, value: unknown, choose: ChooseObject): unknown {
  if (Array.isArray(value)) {
    const next = value.map((id: unknown) => replaceIds(kind, id, choose))
    return next.every((id, index) => id === value[index]) ? value : next.filter((id) => id !== undefined)
  }
  // The output of another tool may stand there instead.
  const isId = typeof value === 'number' || (typeof value === 'string' && /^[^{}\s][^{}]*$/.test(value))
  if (!isId) return value
  const next = choose({ kind, id: String(value) })
  return next === String(value) ? value : (next ?? undefined)
}
