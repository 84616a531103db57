import { agentConfigChangeSchema, agentConfigSchema, agentRenameSchema } from '@bellwether/wire'
import { type Endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { AgentEndpoint } from './agent-endpoint.ts'
import type { AgentSession } from './agent-session.ts'
import { type WorkloadDeps, workloadsOf } from './turns/workloads.ts'

const CHOICE = 'models.agents.universal.workload'
const PROVIDER = 'bellwether'
const MAX_NAME = 60

/**
 * The settings page of AgentSmithy's clients. Providers, models and keys belong to the organization and never appear
 * here; a person can choose which of the offered models answers, and give it a name.
 */
export const createConfigRoutes = (agentEndpoint: AgentEndpoint, deps: WorkloadDeps): Endpoint[] => [
  agentEndpoint({
    method: 'GET',
    at: '/health',
    summary: 'Check an agent',
    description: 'Whether the server is running and the agent exists.',
    handle: ({ exchange }) => ({
      status: 'ok',
      service: 'agentsmithy-server',
      server_status: 'ready',
      port: exchange.incoming.socket.localPort,
      pid: process.pid,
      config_valid: true,
      config_errors: [],
    }),
  }),
  agentEndpoint({
    method: 'GET',
    at: '/api/config',
    summary: 'Get the agent configuration',
    description: 'The model that answers you here and the models you can choose. Contains no keys.',
    answer: agentConfigSchema,
    handle: ({ agentSession }) => describe(deps, agentSession),
  }),
  agentEndpoint({
    method: 'PUT',
    at: '/api/config',
    summary: 'Change the agent configuration',
    description: 'Chooses the model that answers you here. All other settings belong to the organization.',
    body: agentConfigChangeSchema,
    answer: agentConfigSchema,
    async handle({ agentSession, body }) {
      const { all } = await workloadsOf(deps, agentSession)
      const current = flatten((await describe(deps, agentSession)).config)
      const requested = flatten(body.config)
      const choice = requested.get(CHOICE)
      const workload = all.find(({ name }) => name === choice)
      const errors = [...requested].flatMap(([path, value]) => {
        if (path === CHOICE)
          return workload ? [] : [`${CHOICE}: Choose one of ${all.map(({ name }) => name).join(', ')}`]
        return current.get(path) === value
          ? []
          : [`${path}: This can only be changed in the organization’s settings`]
      })
      if (errors.length > 0) return refuse('Nothing was changed', errors)
      if (workload)
        await deps.dialogs.saveSettings(agentSession.caller, agentSession.assistant.id, {
          workload: workload.key,
        })
      return { success: true, message: 'Saved', ...(await describe(deps, agentSession)) }
    },
  }),
  agentEndpoint({
    method: 'POST',
    at: '/api/config/rename',
    summary: 'Rename a model',
    description: 'Gives a model a name of your own.',
    body: agentRenameSchema,
    answer: agentConfigSchema,
    async handle({ agentSession, body: { type, old_name, new_name } }) {
      const { all, chosen, names } = await workloadsOf(deps, agentSession)
      const workload = type === 'workload' ? all.find(({ name }) => name === old_name) : undefined
      if (!workload) return refuse(`The ${type} ${old_name} can’t be renamed here`)
      if (new_name === '' || new_name.length > MAX_NAME)
        return refuse(`Enter a name of 1 to ${MAX_NAME} characters`)
      if (all.some(({ key, name }) => key !== workload.key && name === new_name))
        return refuse(`The workload ${new_name} already exists`)
      const changed = JSON.stringify({ ...names, [workload.key]: new_name })
      await deps.dialogs.saveSettings(agentSession.caller, agentSession.assistant.id, { names: changed })
      const updated_references = chosen.key === workload.key ? [CHOICE] : []
      return {
        success: true,
        message: 'Renamed',
        ...(await describe(deps, agentSession)),
        updated_references,
      }
    },
  }),
]

async function describe(deps: WorkloadDeps, agentSession: AgentSession) {
  const { all, chosen } = await workloadsOf(deps, agentSession)
  return {
    config: {
      models: { agents: { universal: { workload: chosen.name } } },
      workloads: Object.fromEntries(
        all.map(({ key, name }) => [name, { provider: PROVIDER, model: key, kind: 'chat' }]),
      ),
      providers: { [PROVIDER]: { type: PROVIDER } },
    },
    metadata: {
      workloads: all.map(({ name }) => ({ name, kind: 'chat' })),
      providers: [{ name: PROVIDER, type: PROVIDER }],
    },
  }
}

/** In the format that their settings page expects. */
const refuse = (message: string, errors: string[] = [message]) =>
  new Reply({ detail: { message, errors } }, {}, 400)

/** The leaves of a nested object, by their path. Values are compared but never returned. */
function flatten(value: unknown, path = '', into = new Map<string, unknown>()): Map<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return into.set(path, value)
  for (const [key, item] of Object.entries(value)) flatten(item, path === '' ? key : `${path}.${key}`, into)
  return into
}
