import {
  lambToolValidationSchema,
  type Message,
  say,
  type ToolFault,
  type ToolInfo,
  toMessageBody,
  toolInfoSchema,
  toolValidationSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { badRequest, notFound } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { describeForLamb, describeTool } from '../../tools/describe-tool.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { Tool } from '../../tools/tool.ts'
import { isUnset } from './checks/check-entries.ts'
import { toPointer } from './json-pointer.ts'

const tag = 'Tools'
const OWN = '/completions/tools'
const LAMB = '/lamb/v1/completions/tools'
const params = z.object({ name: z.string().max(100) })
/** Settings are small and flat. Deeper nesting is an attack. */
const MAX_DEPTH = 32

export interface ToolRouteDeps {
  tools: ToolRegistry
  /** Returns the tools that an organization does not allow. */
  forbiddenIn(organizationId: number): Promise<readonly string[]>
  /** Plugins that could not be loaded. Shown only to system admins: the reasons may name files of the server. */
  broken: readonly { file: string; reason: string }[]
}

interface Form {
  base: string
  describe(tool: Tool): ToolInfo
  toError(fault: ToolFault): ToolFault | string
  validation: z.ZodType
}

const OWN_FORM: Form = {
  base: OWN,
  describe: describeTool,
  toError: (fault) => fault,
  validation: toolValidationSchema,
}

/** LAMB's endpoint uses LAMB's titles, descriptions and categories, and returns problems as sentences. */
const LAMB_FORM: Form = {
  base: LAMB,
  describe: describeForLamb,
  toError: ({ pointer, message }) => (pointer === '' ? message : `${pointer.slice(1)}: ${message}`),
  validation: lambToolValidationSchema,
}

export const createToolRoutes = (deps: ToolRouteDeps): Endpoint[] => [
  ...toolRoutesIn(LAMB_FORM, deps),
  ...toolRoutesIn(OWN_FORM, deps),
  orchestratorRoute(),
]

/** LAMB stores one of these names in the settings of an assistant. Here the tools themselves decide the order. */
const orchestratorRoute = (): Endpoint =>
  endpoint({
    method: 'GET',
    path: '/lamb/v1/completions/orchestrators',
    tag,
    summary: 'List orchestrators',
    description:
      'The names that LAMB’s assistants use. Both give the same result: tools run at the same time, and a tool that needs the output of another one waits for it.',
    access: 'public',
    answer: z.object({ orchestrators: z.array(z.object({ name: z.string(), description: z.string() })) }),
    handle: () => ({
      orchestrators: [
        { name: 'sequential', description: 'Tools that need the output of another tool wait for it' },
        { name: 'parallel', description: 'Independent tools run at the same time' },
      ],
    }),
  })

function toolRoutesIn(
  { base, describe, toError, validation }: Form,
  { tools, broken, forbiddenIn }: ToolRouteDeps,
): Endpoint[] {
  const get = (name: string) => {
    const tool = tools.find(name)
    if (!tool) throw notFound(`Tool '${name}'`)
    return tool
  }
  return [
    endpoint({
      method: 'GET',
      path: base,
      tag,
      summary: 'List tools',
      description:
        'All tools with the schemas of their settings and input. Signed-in users also see whether their organization allows each tool; system admins also see plugins that failed to load.',
      access: 'optional',
      answer: z.object({
        tools: z.array(toolInfoSchema.extend({ allowed: z.boolean() })),
        count: z.number(),
        broken_plugins: z.array(z.object({ file: z.string(), reason: z.string() })),
      }),
      handle: async ({ caller }) => {
        const forbidden = caller ? await forbiddenIn(caller.organizationId) : []
        return {
          tools: tools.list().map((tool) => ({ ...describe(tool), allowed: !forbidden.includes(tool.name) })),
          count: tools.list().length,
          broken_plugins: caller?.systemAdmin ? broken : [],
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: `${base}/{name}`,
      tag,
      summary: 'Get a tool',
      description: 'A tool by its name or a former name.',
      access: 'public',
      params,
      answer: toolInfoSchema,
      handle: ({ params: { name } }) => describe(get(name)),
    }),
    endpoint({
      method: 'POST',
      path: `${base}/{name}/validate`,
      tag,
      summary: 'Validate tool settings',
      description: 'Runs nothing. Each error has a JSON pointer to the setting.',
      access: 'user',
      params,
      bodyLimit: 256 * 1024,
      body: z.record(z.string(), z.unknown()),
      answer: validation,
      handle({ params: { name }, body }) {
        const tool = get(name)
        requireShallow(body)
        const parsed = tool.config.safeParse(body)
        const faults = parsed.success
          ? []
          : parsed.error.issues.map((issue) => toFault(toPointer(issue.path), issueMessage(issue)))
        const empty = (tool.neededFields ?? [])
          .filter((field) => isUnset(body[field]) && !faults.some(({ pointer }) => pointer === `/${field}`))
          .map((field) => toFault(`/${field}`, sayRequired(field)))
        const errors = [...faults, ...empty]
        return { valid: errors.length === 0, errors: errors.map(toError) }
      },
    }),
  ]
}

const toFault = (pointer: string, message: string | Message): ToolFault => ({
  pointer,
  ...toMessageBody(message),
})

const sayRequired = (field: string): Message =>
  field === 'collections' ? say('tools.choose_knowledge_base') : say('tools.field_required', { field })

function requireShallow(value: unknown): void {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) throw badRequest(say('settings.too_deep', { limit: MAX_DEPTH }))
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
}
