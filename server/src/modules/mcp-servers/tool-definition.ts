import { createHash } from 'node:crypto'
import { type McpToolDefinition, type Message, mcpToolDefinitionSchema, say } from '@bellwether/wire'
import { isObject } from '../../platform/is-object.ts'

/** A tool as listed by a server; only the fields that are used here. */
export interface ListedTool {
  name: string
  title?: string | undefined
  description?: string | undefined
  inputSchema: Record<string, unknown>
  execution?: { taskSupport?: string | undefined } | undefined
  annotations?: { readOnlyHint?: boolean | undefined; title?: string | undefined } | undefined
}

export interface SeenTool {
  name: string
  definition: McpToolDefinition
  fingerprint: string
}

const NAME = /^[\x21-\x7e]{1,128}$/
const MAX_TITLE = 200
const MAX_DESCRIPTION = 4000
const MAX_SCHEMA = 20_000
const MAX_SCHEMA_DEPTH = 12

/** Undefined when its name can't be used. Pure. */
export function toSeenTool(tool: ListedTool): SeenTool | undefined {
  if (!NAME.test(tool.name)) return undefined
  const description = toVisible(tool.description ?? '')
  const schema = copySchema(tool.inputSchema, MAX_SCHEMA_DEPTH)
  const fault = findFault(tool, description, schema)
  const definition: McpToolDefinition = {
    title: toVisible(tool.title ?? tool.annotations?.title ?? '').slice(0, MAX_TITLE),
    description: description.slice(0, MAX_DESCRIPTION),
    input_schema: fault === undefined && isObject(schema) ? schema : {},
    read_only_hint: tool.annotations?.readOnlyHint === true,
    ...(fault === undefined ? {} : { fault }),
  }
  return { name: tool.name, definition, fingerprint: fingerprintOf(definition) }
}

const fingerprintOf = (definition: McpToolDefinition): string =>
  createHash('sha256').update(canonicalJson(definition)).digest('hex').slice(0, 32)

/** JSON with sorted keys, because the order that a server uses has no meaning. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const fields = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`)
  return `{${fields.join(',')}}`
}

/** A definition is stored with its fingerprint, so the fault in it stays a text. */
const FAULTS = {
  description: say('parts.mcp_description_too_long', { limit: MAX_DESCRIPTION }),
  depth: say('parts.mcp_parameters_too_deep'),
  type: say('parts.mcp_parameters_not_object'),
  length: say('parts.mcp_parameters_too_long', { limit: MAX_SCHEMA }),
  task: say('parts.mcp_task_required'),
}

/** The fault of a stored definition with its code. Pure. */
export const faultMessage = (fault: string): string | Message =>
  Object.values(FAULTS).find(({ text }) => text === fault) ?? fault

function findFault({ execution }: ListedTool, description: string, schema: unknown): string | undefined {
  if (execution?.taskSupport === 'required') return FAULTS.task.text
  if (description.length > MAX_DESCRIPTION) return FAULTS.description.text
  if (schema === TOO_DEEP) return FAULTS.depth.text
  if (!isObject(schema) || schema['type'] !== 'object') return FAULTS.type.text
  if (JSON.stringify(schema).length > MAX_SCHEMA) return FAULTS.length.text
  return undefined
}

/** Removes characters that a model would read but a person would not see. */
const toVisible = (text: string): string => text.replace(/[^\P{C}\n\t]/gu, '').trim()

const TOO_DEEP = Symbol('too deep')

function copySchema(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return toVisible(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return TOO_DEEP
  if (Array.isArray(value)) {
    const items = value.map((item) => copySchema(item, depth - 1))
    return items.includes(TOO_DEEP) ? TOO_DEEP : items
  }
  const fields = Object.entries(value)
    .filter(([name]) => name !== '__proto__')
    .map(([name, item]) => [toVisible(name), copySchema(item, depth - 1)] as const)
  return fields.some(([, item]) => item === TOO_DEEP) ? TOO_DEEP : Object.fromEntries(fields)
}

export const readDefinition = (stored: string): McpToolDefinition =>
  mcpToolDefinitionSchema.parse(JSON.parse(stored))
