import type { ToolInfo } from '@bellwether/wire'
import * as z from 'zod'
import type { Tool } from './tool.ts'

export interface Schema {
  properties?: Readonly<Record<string, Schema>>
  items?: Schema
  [other: string]: unknown
}

const described = new WeakMap<Tool, ToolInfo>()

/** Describes a tool for forms and other programs. Cached, because schemas do not change while the server runs. */
export function describeTool(tool: Tool): ToolInfo {
  let info = described.get(tool)
  if (!info) {
    info = {
      name: tool.name,
      aliases: [...(tool.aliases ?? [])],
      display_name: tool.title,
      description: tool.description,
      placeholder: tool.inject?.placeholder ?? null,
      category: tool.category,
      version: tool.version,
      uses: [...(tool.inject ? (['inject'] as const) : []), ...(tool.call ? (['call'] as const) : [])],
      function_name: tool.call ? tool.call.functionName(tool.config.safeParse({}).data ?? {}) : null,
      lamb: toLamb(tool),
      allow_multiple: tool.allowMultiple !== false,
      config_schema: withRequired(withTexts(toSchema(tool.config), tool.describeSetting), tool.neededFields),
      input_schema: toSchema(tool.input),
    }
    described.set(tool, info)
  }
  return info
}

const toLamb = ({ lamb }: Tool): ToolInfo['lamb'] =>
  lamb ? { display_name: lamb.title, description: lamb.description, category: lamb.category } : null

/**
 * Uses `input`, so that fields with a default are optional. A plugin may not use zod; nothing is known
 * about its settings then.
 */
export const toSchema = (schema: z.ZodType): Record<string, unknown> =>
  '_zod' in schema ? { ...z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) } : {}

/** Adds the texts of settings. Entries of a list have no path of their own: `headers.value`. Pure. */
export function withTexts(schema: Schema, describe: Tool['describeSetting'], path = ''): Schema {
  const { properties, items } = schema
  const described = Object.entries({ ...properties }).map(([name, field]) => {
    const own = path ? `${path}.${name}` : name
    return [name, { ...withTexts(field, describe, own), ...describe?.(own) }]
  })
  return {
    ...schema,
    ...(properties ? { properties: Object.fromEntries(described) } : {}),
    ...(items ? { items: withTexts(items, describe, path) } : {}),
  }
}

function withRequired(
  schema: Record<string, unknown>,
  needed: readonly string[] = [],
): Record<string, unknown> {
  if (needed.length === 0) return schema
  const required = Array.isArray(schema['required']) ? (schema['required'] as string[]) : []
  return { ...schema, required: [...new Set([...required, ...needed])] }
}
