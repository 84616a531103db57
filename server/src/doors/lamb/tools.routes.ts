import * as z from 'zod'
import { findSettingFaults, requireTool, type ToolRouteDeps } from '../../completions/editing/tools.routes.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { describeTool } from '../../tools/describe-tool.ts'
import type { Tool } from '../../tools/tool.ts'
import { lambGroup } from './lamb-endpoint.ts'

const group = { tag: 'tools', access: 'public', base: '/lamb/v1/completions' } as const
const named = {
  ...group,
  base: `${group.base}/tools/{name}`,
  params: z.object({ name: z.string().max(100) }),
}
const list = lambGroup({ ...group, access: 'optional', base: `${group.base}/tools` })
const anyone = lambGroup(group)
const ofTool = lambGroup(named)
const signedIn = lambGroup({ ...named, access: 'user' })

/** With LAMB's title, description and category if it has them. */
function describe(tool: Tool) {
  const info = describeTool(tool)
  return { ...info, ...info.lamb }
}

/** LAMB's descriptions of tools. Problems of settings are sentences. */
export const createLambToolRoutes = ({ tools, broken, forbiddenIn }: ToolRouteDeps): Endpoint[] => [
  list('GET', '', 'List tools', {
    description: 'All tools with LAMB’s titles, descriptions and categories.',
    handle: async ({ caller }) => {
      const forbidden = caller ? await forbiddenIn(caller.organizationId) : []
      return {
        tools: tools.list().map((tool) => ({ ...describe(tool), allowed: !forbidden.includes(tool.name) })),
        count: tools.list().length,
        broken_plugins: caller?.systemAdmin ? broken : [],
      }
    },
  }),
  ofTool('GET', '', 'Get a tool', {
    description: 'A tool by its name or a former name.',
    handle: ({ params: { name } }) => describe(requireTool(tools, name)),
  }),
  signedIn('POST', '/validate', 'Validate tool settings', {
    description: 'Runs nothing.',
    bodyLimit: 256 * 1024,
    body: z.record(z.string(), z.unknown()),
    handle({ params: { name }, body }) {
      const errors = findSettingFaults(requireTool(tools, name), body).map(({ pointer, message }) =>
        pointer === '' ? message : `${pointer.slice(1)}: ${message}`,
      )
      return { valid: errors.length === 0, errors }
    },
  }),
  // LAMB stores one of these names in the settings of an assistant. Here the tools themselves decide the order.
  anyone('GET', '/orchestrators', 'List orchestrators', {
    description:
      'The names that LAMB’s assistants use. Both give the same result: tools run at the same time, and a tool that needs the output of another one waits for it.',
    handle: () => ({
      orchestrators: [
        { name: 'sequential', description: 'Tools that need the output of another tool wait for it' },
        { name: 'parallel', description: 'Independent tools run at the same time' },
      ],
    }),
  }),
]
