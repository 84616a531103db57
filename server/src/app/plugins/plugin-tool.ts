import * as z from 'zod'
import { isPlaceholder } from '../../completions/prompt-processors/fill-template.ts'
import { type Conversation, defineTool, type Tool, type ToolOutput, type ToolRun } from '../../tools/tool.ts'

type AnyFunction = (...args: unknown[]) => unknown
type Fields = Record<string, unknown>

/**
 * The tool that a plugin's module describes, in one of four forms: `defineTool({ … })` as the default export; only a name, a description
 * and a run method; `get_definition` with `tool_processor`; or LAMB's `rag_processor`. Throws with what is missing.
 */
export function toPluginTool(module: Fields, path: string): Tool {
  const instance = instanceOf(module['default'])
  if (instance !== undefined) return fromObject(instance)
  const { get_definition: define, tool_processor: process, rag_processor: legacy } = module
  if (isFunction(define) && isFunction(process)) return fromDefinition(define(), process)
  if (isFunction(legacy)) return fromRagProcessor(path, legacy)
  throw new Error(
    'export defineTool({ … }) as the default, get_definition and tool_processor, or a function rag_processor',
  )
}

/** A class is a tool like its instance. */
const instanceOf = (value: unknown): unknown =>
  typeof value === 'function' ? Reflect.construct(value, []) : value

const FIELDS = [
  'aliases',
  'allowMultiple',
  'neededFields',
  'readsOwnPlaceholders',
  'worksWithSome',
  'asksModels',
  'timeoutMs',
] as const
const FLAGS = ['hasPrivateInput', 'alwaysAsks'] as const
const METHODS = ['targets', 'hasSideEffects', 'opensChanges'] as const

/** Copies the known fields, so that a plugin can't give itself what only built-in tools have. */
function fromObject(value: unknown): Tool {
  if (typeof value !== 'object' || value === null)
    throw new Error('export defineTool({ … }) as the default, or a function rag_processor')
  const fields = value as Fields
  const define = fields['get_definition'] ?? Reflect.get(Object(fields['constructor']), 'get_definition')
  const { process } = fields
  if (isFunction(define) && isFunction(process))
    return fromDefinition(define.call(fields), process.bind(fields))
  const name = readName(fields['name'])
  const description = readText(fields, 'description', '')
  const inject = readInject(fields['inject'])
  const call = readCall(fields['call'])
  const hasNoUse = inject === undefined && call === undefined
  const hasUseField = 'inject' in fields || 'call' in fields
  if (hasNoUse && hasUseField) throw new Error('set inject, call or both; otherwise it can’t be used')
  const input = readSchema(fields, 'input') ?? queryInput
  const defaults = hasNoUse ? defaultUses(name, description) : {}
  const tool: Fields = {
    name,
    title: readText(fields, 'title', toTitle(name)),
    description,
    category: readText(fields, 'category', 'custom'),
    version: readText(fields, 'version', '1.0'),
    config: readSchema(fields, 'config') ?? z.looseObject({}),
    input,
    ...(inject ? { inject } : {}),
    ...(call ? { call } : {}),
    ...defaults,
    run: readRun(fields),
  }
  for (const field of [...FIELDS, ...FLAGS]) if (fields[field] !== undefined) tool[field] = fields[field]
  for (const method of METHODS) {
    const implementation = fields[method]
    if (isFunction(implementation)) tool[method] = (config: unknown) => implementation.call(fields, config)
  }
  return tool as unknown as Tool
}

const queryInput = z.looseObject({
  query: z.string().optional().describe('What to look up or do'),
})

/** Callable by the model, and injectable into a placeholder of its own name. */
const defaultUses = (name: string, description: string): Pick<Tool, 'inject' | 'call'> => ({
  call: { functionName: () => name, describe: () => description || toTitle(name) },
  ...(isPlaceholder(name)
    ? { inject: { placeholder: name, input: ({ question }) => ({ query: question }) } }
    : {}),
})

/** `run({ config, input, … })`, or a method that takes only the arguments, as in AgentSmithy. */
function readRun(fields: Fields): Tool['run'] {
  const { run, _arun: arun } = fields
  if (isFunction(run)) return (toolRun) => run.call(fields, toolRun) as ToolOutput
  if (isFunction(arun)) return (toolRun) => arun.call(fields, toolRun.input) as ToolOutput
  throw new Error('run: must be a function')
}

function readName(name: unknown): string {
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Error('name: use lowercase letters, digits and _')
  return name
}

/** The default replaces a missing field, not one of the wrong type. */
function readText(fields: Fields, field: string, fallback: string): string {
  if (!(field in fields)) return fallback
  const text = fields[field]
  if (typeof text !== 'string') throw new Error(`${field}: must be a string`)
  return text
}

function readSchema(fields: Fields, field: string): z.ZodType | undefined {
  const schema = fields[field]
  if (schema === undefined && !(field in fields)) return undefined
  if (typeof schema === 'object' && schema !== null && isFunction(Reflect.get(schema, 'safeParse')))
    return schema as z.ZodType
  throw new Error(`${field}: must be a zod object`)
}

function readInject(value: unknown): Tool['inject'] {
  if (value === undefined || value === null) return undefined
  const inject = value as Fields
  const { placeholder, input, status } = inject
  if (typeof placeholder !== 'string' || !isPlaceholder(placeholder) || !isFunction(input))
    throw new Error('inject: needs a placeholder (lowercase letters, digits and _) and a function input')
  return {
    placeholder,
    input: (conversation) => input.call(inject, conversation),
    ...(isFunction(status) ? { status: (config) => status.call(inject, config) as string } : {}),
  }
}

function readCall(value: unknown): Tool['call'] {
  if (value === undefined || value === null) return undefined
  const call = value as Fields
  const { functionName, describe, parameters } = call
  if (!isFunction(functionName) || !isFunction(describe))
    throw new Error('call: needs the functions functionName and describe')
  return {
    functionName: (config) => functionName.call(call, config) as string,
    describe: (config) => describe.call(call, config) as string,
    ...(isFunction(parameters)
      ? { parameters: (config) => parameters.call(call, config) as Record<string, unknown> }
      : {}),
  }
}

/** `get_definition()` says what the tool is; `tool_processor(request, assistant, tool_config)` runs it. */
function fromDefinition(definition: unknown, process: AnyFunction): Tool {
  if (typeof definition !== 'object' || definition === null)
    throw new Error('get_definition: return an object with a name')
  const fields = definition as Fields
  const name = readName(fields['name'])
  const placeholder = fields['placeholder'] ?? 'context'
  if (typeof placeholder !== 'string' || !isPlaceholder(placeholder))
    throw new Error('placeholder: use lowercase letters, digits and _')
  return defineTool({
    name,
    title: readText(fields, 'display_name', toTitle(name)),
    description: readText(fields, 'description', ''),
    category: readText(fields, 'category', 'rag'),
    version: readText(fields, 'version', '1.0'),
    config: fromJsonSchema(fields['config_schema']),
    input: conversationInput,
    inject: { placeholder, input: copyMessages },
    run: (run) => process(toRequest(run), toAssistant(run), run.config) as ToolOutput,
  })
}

const conversationInput = z.object({ messages: z.array(z.unknown()) })

/** A plugin that edits messages in place changes only its own copies. */
const copyMessages = ({ messages }: Conversation) => ({
  messages: messages.map((message) => ({ ...message })),
})

const toRequest = ({ input }: ToolRun<unknown, z.infer<typeof conversationInput>>) => ({
  messages: input.messages,
  stream: false,
})

function toAssistant({ assistant }: Pick<ToolRun<unknown, unknown>, 'assistant'>) {
  const { id, ownerId: owner_id, organizationId: organization_id } = assistant
  return { id, owner_id, organization_id }
}

function fromJsonSchema(schema: unknown): z.ZodType {
  if (typeof schema !== 'object' || schema === null || Object.keys(schema).length === 0)
    return z.looseObject({})
  return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])
}

/** LAMB's old interface: messages and assistant in, `{context, sources}` out. */
function fromRagProcessor(path: string, process: AnyFunction): Tool {
  const name = (path.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.tool\.\w+$/, '')
    .replace(/[^a-z0-9_]/gi, '_')
    .toLowerCase()
  return defineTool({
    name,
    title: toTitle(name),
    description: 'Legacy RAG processor',
    category: 'legacy',
    version: '1.0',
    config: z.looseObject({}),
    input: conversationInput,
    inject: { placeholder: 'context', input: copyMessages },
    run: (run) =>
      process(run.input.messages, {
        RAG_collections: '',
        RAG_Top_k: 3,
        ...run.config,
        ...toAssistant(run),
      }) as ToolOutput,
  })
}

/** `my_old_rag` → `My Old Rag`. */
const toTitle = (name: string): string =>
  name
    .split('_')
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const isFunction = (value: unknown): value is AnyFunction => typeof value === 'function'
