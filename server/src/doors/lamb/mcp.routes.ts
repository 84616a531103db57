import { createLenientAssistantSchema, idSchema, say, updateLenientAssistantSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { FillPrompt } from '../../completions/editing/fill-prompt.ts'
import type { AskQuestion } from '../../completions/run-to-text.ts'
import {
  ASSISTANT_BODY_BYTES,
  type AssistantService,
  type UsableAssistant,
} from '../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import { check } from '../../platform/http/body.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { lambGroup } from './lamb-endpoint.ts'

export interface LambMcpDeps {
  assistants: Pick<AssistantService, 'create' | 'update' | 'get'>
  listUsable(caller: Caller): Promise<UsableAssistant[]>
  maySeePrompts(caller: UserCaller, assistantId: number): Promise<boolean>
  fillPrompt: FillPrompt
  askQuestion: AskQuestion
  version: string
}

const PATH = '/lamb/v1/mcp'
const PROTOCOL = '2024-11-05'
const group = { tag: 'LAMB: MCP', access: 'user', base: PATH } as const
const route = lambGroup(group)
const byName = lambGroup({ ...group, params: z.object({ name: z.string().max(100) }) })
const looseBody = z.looseObject({})
/** Clients send the arguments directly, or in a field of that name. */
const callSchema = z.looseObject({ arguments: looseBody.optional() })

/**
 * LAMB's REST version of MCP. LAMB lets anyone with the shared secret act as the user in `X-User-Email`; here
 * everyone needs their own credential, and the header is ignored.
 */
export const createLambMcpRoutes = (deps: LambMcpDeps): Endpoint[] => [
  ...promptRoutes(deps),
  ...toolRoutes(deps),
  ...resourceRoutes(deps),
]

const serverInfo = (version: string) => ({ name: 'LAMB-MCP-Server', version, protocolVersion: PROTOCOL })
const CAPABILITIES = { prompts: { listChanged: false }, tools: { listChanged: false }, resources: {} }

async function readable(
  { listUsable, maySeePrompts }: LambMcpDeps,
  caller: UserCaller,
): Promise<UsableAssistant[]> {
  const all = await listUsable(caller)
  const may = await Promise.all(all.map(({ id }) => maySeePrompts(caller, id)))
  return all.filter((_one, index) => may[index])
}

const promptRoutes = (deps: LambMcpDeps): Endpoint[] => [
  route('POST', '/initialize', 'Get the MCP capabilities', {
    body: looseBody,
    bodyOptional: true,
    handle: () => ({
      protocolVersion: PROTOCOL,
      capabilities: CAPABILITIES,
      serverInfo: serverInfo(deps.version),
    }),
  }),
  route('GET', '/status', 'Get the MCP status', {
    handle: () => ({ status: 'running', server: serverInfo(deps.version), capabilities: CAPABILITIES }),
  }),
  route('GET', '/prompts/list', 'List prompts', {
    description: 'The assistants whose prompts you can read.',
    handle: async ({ caller }) => ({ prompts: (await readable(deps, caller)).map(toPrompt) }),
  }),
  byName('POST', '/prompts/get/{name}', 'Get a prompt', {
    description: 'The filled prompt of an assistant (`assistant_12`). Doesn’t call a model.',
    body: callSchema,
    async handle({ params: { name }, body, caller, exchange }) {
      const id = /^assistant_([1-9]\d{0,14})$/.exec(name)?.[1]
      if (id === undefined || !(await deps.maySeePrompts(caller, Number(id)))) throw notFound('Prompt')
      const input = textIn({ ...body, ...body.arguments }, ['user_input', 'query'])
      return toFilled(input, await deps.fillPrompt(caller, Number(id), input, exchange.signal))
    },
  }),
]

const toPrompt = ({ id, description }: UsableAssistant) => ({
  name: `assistant_${id}`,
  description,
  arguments: [{ name: 'user_input', description: 'The question.', required: true }],
})

function toFilled(input: string, filled: Awaited<ReturnType<FillPrompt>>) {
  const { messages, insertions, systemPrompt, template } = filled
  return {
    original_input: input,
    system_prompt: systemPrompt,
    prompt: messages.at(-1)?.text ?? '',
    rag_context: insertions.map(({ content }) => content).join('\n\n'),
    template_used: template,
    full_messages: messages.map(({ role, text }) => ({ role, content: text })),
  }
}

const toolRoutes = (deps: LambMcpDeps): Endpoint[] => [
  route('GET', '/tools/list', 'List tools', {
    description: 'Always empty, as in LAMB. `/mcp` lists assistants as tools.',
    handle: () => ({ tools: [] }),
  }),
  byName('POST', '/tools/call/{name}', 'Call a tool', {
    description: '`create_assistant`, `query_assistant` or `update_assistant`.',
    body: callSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    async handle({ params: { name }, body, caller, exchange }) {
      const call = TOOLS[name]
      if (!call) throw notFound('Tool')
      const result = await call(deps, caller, { ...body, ...body.arguments }, exchange.signal)
      return { content: [{ type: 'text', text: JSON.stringify(result) }] }
    },
  }),
]

type Given = Record<string, unknown>
type Call = (deps: LambMcpDeps, caller: UserCaller, args: Given, signal: AbortSignal) => Promise<unknown>

const TOOLS: Readonly<Record<string, Call>> = Object.assign(Object.create(null), {
  async create_assistant({ assistants }, caller, input) {
    const { id, name, description } = await assistants.create(
      caller,
      parse(createLenientAssistantSchema, input),
    )
    return { assistant_id: id, name, description }
  },
  async update_assistant({ assistants }, caller, input) {
    const id = parse(idSchema, String(input['assistant_id']))
    const { version } = await assistants.update(caller, id, parse(updateLenientAssistantSchema, input))
    return { assistant_id: id, version }
  },
  async query_assistant({ askQuestion }, caller, input, signal) {
    const assistantId = parse(idSchema, String(input['assistant_id']))
    const query = textIn(input, ['query', 'user_input', 'message', 'prompt'])
    const door = `${PATH}/tools/call/{name}`
    const { text, sources } = await askQuestion({ caller, assistantId, query, door, signal })
    return { assistant_id: assistantId, response: text, sources }
  },
} satisfies Record<string, Call>)

const resourceRoutes = (deps: LambMcpDeps): Endpoint[] => [
  route('GET', '/resources/list', 'List resources', {
    description: 'Always empty, as in LAMB. `/mcp` lists knowledge bases as resources.',
    handle: () => ({ resources: [] }),
  }),
  route('GET', '/resources/read', 'Read a resource', {
    description: '`lamb://assistants` or `lamb://assistant/{id}`.',
    query: z.object({ uri: z.string().max(200) }),
    async handle({ query: { uri }, caller }) {
      const id = /^lamb:\/\/assistant\/([1-9]\d{0,14})$/.exec(uri)?.[1]
      if (id === undefined && uri !== 'lamb://assistants') throw notFound('Resource')
      const content =
        id === undefined
          ? (await readable(deps, caller)).map(({ id, name, description }) => ({ id, name, description }))
          : await deps.assistants.get(caller, Number(id))
      return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(content) }] }
    },
  }),
]

function textIn(input: Given, names: readonly string[]): string {
  const text = names.map((name) => input[name]).find((value) => typeof value === 'string')
  if (typeof text !== 'string' || text.trim() === '')
    throw badRequest(say('mcp.text_required', { name: names[0] ?? '' }))
  return text
}

/** As in a body: 400 names the argument. */
const parse = <T>(schema: z.ZodType<T>, value: unknown): T => check(schema, value, 'body', 'openai')
