import { type AssistantForCompletion, getSettings } from '../../modules/assistants/index.ts'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { forbidden, notFound, unauthenticated } from '../../platform/errors.ts'
import type { Authenticate } from '../../platform/http/dispatch.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { readSettings, targetsNamed } from '../../tools/ask-tool.ts'
import { normaliseEntries } from '../../tools/normalise-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'

export interface EntranceDeps {
  authenticate: Authenticate
  findAssistant(caller: Caller, id: number): Promise<AssistantForCompletion | undefined>
  tools: ToolRegistry
}

/** Somebody at the door of an agent that they may use. */
export interface Visit {
  caller: UserCaller
  assistant: { id: number; name: string; ownerId: number; organizationId: number }
  /** What its tools work on, the first one first. */
  workspaceIds: readonly string[]
}

export interface Address {
  assistant: string
  /** A personal key, for clients that can be told nothing but an address. */
  token?: string | undefined
}

/** Who it is and whom they want. A header counts before the address: whoever sends one means it. */
export function createEntrance({ authenticate, findAssistant, tools }: EntranceDeps) {
  async function identify(exchange: Exchange, token: string | undefined): Promise<UserCaller> {
    const { headers } = exchange.incoming
    const isByAddress = headers.authorization === undefined && headers['x-api-key'] === undefined
    const key = isByAddress ? token : exchange.header('x-api-key')
    if (headers.authorization === undefined && key) headers.authorization = `Bearer ${key}`
    const caller = await authenticate(exchange)
    if (!caller) throw unauthenticated('Send an API key: in the address, as bearer, or as x-api-key')
    if (caller.kind === 'system') throw forbidden('The system key is nobody’s own; use an API key of a user')
    // Addresses are kept by many programs: a session does not belong into one.
    if (isByAddress && caller.credential !== 'api_key') throw unauthenticated()
    exchange.callerLabel = `user:${caller.userId}`
    exchange.organizationId = caller.organizationId
    return caller
  }

  return async function enter(exchange: Exchange, { assistant, token }: Address): Promise<Visit> {
    const caller = await identify(exchange, token)
    const id = /^[1-9]\d{0,14}$/.test(assistant) ? Number(assistant) : undefined
    const row = id === undefined ? undefined : await findAssistant(caller, id)
    if (!row) throw notFound('Assistant')
    return {
      // Whatever the key opens elsewhere: here it is for this assistant.
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

export type Enter = ReturnType<typeof createEntrance>

function workspacesOf({ metadata }: AssistantForCompletion, tools: ToolRegistry): string[] {
  const { entries } = normaliseEntries(getSettings(metadata).tools, tools)
  const ids = entries.flatMap((entry) => {
    const tool = entry.enabled && entry.use === 'call' ? tools.find(entry.type) : undefined
    const config = tool && readSettings(tool, entry.config)
    return tool && config ? (targetsNamed(tool, config.data) ?? []) : []
  })
  return [...new Set(ids.filter(({ kind }) => kind === 'workspace').map(({ id }) => id))]
}
