import { say } from '@bellwether/wire'
import { type AssistantForCompletion, getSettings } from '../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { forbidden, notFound, unauthenticated } from '../../platform/errors.ts'
import type { Authenticate } from '../../platform/http/dispatch.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { readSettings, safeTargets } from '../../tools/safe-tool-queries.ts'

export interface AuthenticateAgentDeps {
  authenticate: Authenticate
  findAssistant(caller: Caller, id: number): Promise<AssistantForCompletion | undefined>
  tools: ToolRegistry
}

/** An authenticated caller and the agent they may use. */
export interface AgentSession {
  caller: UserCaller
  assistant: { id: number; name: string; ownerId: number; organizationId: number }
  /** The workspaces that its tools work on; the first one is the main one. */
  workspaceIds: readonly string[]
}

export interface Address {
  assistant: string
  /** A personal key, for clients that can only be given a URL. */
  token?: string | undefined
}

/** Finds the caller and the agent. A credential in a header takes precedence over one in the URL. */
export function createAuthenticateAgent({ authenticate, findAssistant, tools }: AuthenticateAgentDeps) {
  async function identify(exchange: Exchange, token: string | undefined): Promise<UserCaller> {
    const { headers } = exchange.incoming
    const isByAddress = headers.authorization === undefined && headers['x-api-key'] === undefined
    const key = isByAddress ? token : exchange.header('x-api-key')
    if (headers.authorization === undefined && key) headers.authorization = `Bearer ${key}`
    const caller = await authenticate(exchange)
    if (!caller) throw unauthenticated(say('agents.api_key_required'))
    if (caller.kind === 'system') throw forbidden(say('agents.system_key'))
    // Many programs store URLs, so a session token must not be in one.
    if (isByAddress && caller.credential !== 'api_key') throw unauthenticated()
    exchange.callerLabel = `user:${caller.userId}`
    exchange.organizationId = caller.organizationId
    return caller
  }

  return async function authenticateAgent(
    exchange: Exchange,
    { assistant, token }: Address,
  ): Promise<AgentSession> {
    const caller = await identify(exchange, token)
    const id = /^[1-9]\d{0,14}$/.test(assistant) ? Number(assistant) : undefined
    const row = id === undefined ? undefined : await findAssistant(caller, id)
    if (!row) throw notFound('Assistant')
    return {
      // Here the key only works for this assistant, whatever else it gives access to.
      caller: { ...caller, onlyAssistants: [row.id] },
      assistant: {
        id: row.id,
        name: row.name,
        ownerId: row.owner_id,
        organizationId: row.organization_id,
      },
      workspaceIds: workspacesOf(row, tools),
    }
  }
}

export type AuthenticateAgent = ReturnType<typeof createAuthenticateAgent>

function workspacesOf({ metadata }: AssistantForCompletion, tools: ToolRegistry): string[] {
  const { entries } = normalizeEntries(getSettings(metadata).tools, tools)
  const ids = entries.flatMap((entry) => {
    const tool = entry.enabled && entry.use === 'call' ? tools.find(entry.type) : undefined
    const config = tool && readSettings(tool, entry.config)
    return tool && config ? (safeTargets(tool, config.data) ?? []) : []
  })
  return [...new Set(ids.filter(({ kind }) => kind === 'workspace').map(({ id }) => id))]
}
