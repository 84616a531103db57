import {
  type Message,
  say,
  type ToolFault,
  toMessageBody,
  toolInfoSchema,
  toolValidationSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { badRequest, notFound } from '../../platform/errors.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { issueMessage } from '../../platform/http/plain-issue.ts'
import { describeTool } from '../../tools/describe-tool.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { Tool } from '../../tools/tool.ts'
import { isUnset, toPointer } from './checks/check-entries.ts'

const tag = 'Tools'
const BASE = '/completions/tools'
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

export function createToolRoutes({ tools, broken, forbiddenIn }: ToolRouteDeps): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: BASE,
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
          tools: tools
            .list()
            .map((tool) => ({ ...describeTool(tool), allowed: !forbidden.includes(tool.name) })),
          count: tools.list().length,
          broken_plugins: caller?.systemAdmin ? broken : [],
        }
      },
    }),
    endpoint({
      method: 'GET',
      path: `${BASE}/{name}`,
      tag,
      summary: 'Get a tool',
      description: 'A tool by its name or a former name.',
      access: 'public',
      params,
      answer: toolInfoSchema,
      handle: ({ params: { name } }) => describeTool(requireTool(tools, name)),
    }),
    endpoint({
      method: 'POST',
      path: `${BASE}/{name}/validate`,
      tag,
      summary: 'Validate tool settings',
      description: 'Runs nothing. Each error has a JSON pointer to the setting.',
      access: 'user',
      params,
      bodyLimit: 256 * 1024,
      body: z.record(z.string(), z.unknown()),
      answer: toolValidationSchema,
      handle({ params: { name }, body }) {
        const errors = findSettingFaults(requireTool(tools, name), body)
        return { valid: errors.length === 0, errors }
      },
    }),
  ]
}

export function requireTool(tools: ToolRegistry, name: string): Tool {
  const tool = tools.find(name)
  if (!tool) throw notFound(`Tool '${name}'`)
  return tool
}

export function findSettingFaults(tool: Tool, settings: Record<string, unknown>): ToolFault[] {
  requireShallow(settings)
  const parsed = tool.config.safeParse(settings)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map((issue) => toFault(toPointer(issue.path), issueMessage(issue)))
  const empty = (tool.neededFields ?? [])
    .filter((field) => isUnset(settings[field]) && !faults.some(({ pointer }) => pointer === `/${field}`))
    .map((field) => toFault(`/${field}`, sayRequired(field)))
  return [...faults, ...empty]
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
