import {
  actingInSchema,
  kbSettingsSchema,
  kbTestSchema,
  type Message,
  say,
  toMessageBody,
} from '@bellwether/wire'
import * as z from 'zod'
import {
  findKnowledgeServer,
  type KnowledgeServer,
  kbServer,
  type OrganizationSettings,
} from '../../../modules/organizations/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, isAppError, messageOf } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import { withinTime } from '../../../platform/time-limit.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from './org-admin-deps.ts'

type Deps = Pick<OrgAdminDeps, 'config' | 'organizations' | 'outbound'>

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/settings/kb'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const
const USE_EXISTING = 'USE_EXISTING'
const MAX_ANSWER = 1024 * 1024

/** The organization's knowledge base server. */
export const createOrgAdminKbRoutes = (deps: Deps): Endpoint[] => [
  ...serverRoutes(deps),
  ...embeddingRoutes(deps),
]

const serverRoutes = ({ config, organizations, outbound }: Deps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: BASE,
    summary: 'Get the knowledge base server',
    description: 'The knowledge base server that the organization uses.',
    handle: async ({ caller, query }) => {
      const settings = await organizations.toSettings(await actingIn(organizations, caller, query))
      const server = findKnowledgeServer(settings, config)
      const { embedding_model = '', collection_defaults = {} } = kbServer(settings.config)
      return {
        url: server?.url ?? '',
        api_key_set: Boolean(server?.api_key),
        embedding_model,
        collection_defaults,
      }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: BASE,
    summary: 'Update the knowledge base server',
    description: 'Changing the address removes the key unless you send it again.',
    body: kbSettingsSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const inForce = findKnowledgeServer(await organizations.toSettings(row), config)
      await organizations.changeConfig(caller, row, (current) => ({
        ...current,
        kb_server: applyKbSettings(kbServer(current), body, inForce),
      }))
      return { message: 'Knowledge base settings updated successfully' }
    },
  }),
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/test`,
    summary: 'Test the knowledge base server',
    description: 'Whether the server responds.',
    body: kbTestSchema,
    handle: async ({ caller, query, body, exchange }) => {
      const settings = await organizations.toSettings(await actingIn(organizations, caller, query))
      const stored = findKnowledgeServer(settings, config)
      const key = body.api_key === USE_EXISTING ? existingKey(stored, body.url) : body.api_key
      const client = isTrusted(caller, settings, stored, body.url)
        ? outbound.trusted
        : outbound.guarded.providers
      return testServer(client, body.url, key, exchange.signal)
    },
  }),
]

const embeddingRoutes = ({ organizations }: Deps): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/embeddings-config`,
    summary: 'Get the embedding settings',
    description: 'Without the key.',
    handle: async ({ caller, query }) =>
      organizations.toRecord(await actingIn(organizations, caller, query)).config.embeddings_config ?? {},
  }),
  lambEndpoint({
    ...common,
    method: 'PUT',
    path: `${BASE}/embeddings-config`,
    summary: 'Update the embedding settings',
    description: 'An omitted or empty key is kept as long as the address stays the same.',
    body: z.record(z.string(), z.unknown()),
    bodyLimit: 64 * 1024,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const { apikey, ...rest } = body
      const embeddings_config = apikey ? body : rest
      const saved = await organizations.changeConfig(caller, row, (current) => ({
        ...current,
        embeddings_config,
      }))
      return organizations.toRecord(saved).config.embeddings_config
    },
  }),
]

function applyKbSettings(
  stored: Record<string, unknown>,
  { url, api_key, embedding_model, collection_defaults }: ReturnType<typeof kbSettingsSchema.parse>,
  inForce: KnowledgeServer | undefined,
): Record<string, unknown> {
  const { server_url, url: ownUrl, ...rest } = stored
  const storedUrl = server_url || ownUrl
  const key = api_key === USE_EXISTING ? undefined : api_key
  // A page sends back the URL it was shown. Storing it here would separate it from its key.
  const isShown = url !== undefined && !storedUrl && !key && inForce !== undefined && isSame(url, inForce.url)
  const next = url === undefined || isShown ? storedUrl : url
  return {
    ...rest,
    ...(next ? { [server_url && next === storedUrl ? 'server_url' : 'url']: next } : {}),
    ...(key === null ? { api_key: '' } : key ? { api_key: key } : {}),
    ...(embedding_model === undefined ? {} : { embedding_model }),
    ...(collection_defaults === undefined ? {} : { collection_defaults }),
  }
}

const isSame = (a: string, b: string): boolean => a.replace(/\/+$/, '') === b.replace(/\/+$/, '')

/** The stored key is only sent to the URL it was stored with. */
function existingKey(stored: KnowledgeServer | undefined, url: string): string | undefined {
  if (stored && isSame(stored.url, url)) return stored.api_key
  throw badRequest(say('org_settings.kb_key_elsewhere'))
}

function isTrusted(
  caller: UserCaller,
  settings: OrganizationSettings,
  stored: KnowledgeServer | undefined,
  url: string,
): boolean {
  if (caller.systemAdmin || (settings.config.trusted_addresses ?? []).includes(url)) return true
  return stored?.trusted === true && isSame(stored.url, url)
}

async function testServer(client: OutboundClient, url: string, key: string | undefined, signal: AbortSignal) {
  const base = url.replace(/\/+$/, '')
  const headers = key ? { authorization: `Bearer ${key}` } : {}
  const limit = withinTime(signal, 5000)
  const ask = (path: string) =>
    client.fetchWhole({ method: 'GET', url: base + path, headers, signal: limit }, MAX_ANSWER)
  try {
    const health = await ask('/health')
    if (health.status !== 200) return failed(say('org_settings.kb_status', { status: health.status }))
    // The health check needs no key; only a list shows whether the key is valid.
    const { status } = await ask('/collections?limit=1')
    if (status === 401 || status === 403) return failed(say('org_settings.kb_key_rejected'))
    return { success: true, ...toMessageBody(say('org_settings.kb_works')), version: versionIn(health.body) }
  } catch (error) {
    if (isAppError(error)) return failed(messageOf(error))
    if (error instanceof Error && error.name === 'TimeoutError')
      return failed(say('org_settings.no_response', { seconds: 5 }))
    throw error
  }
}

const failed = (message: string | Message) => ({ success: false, ...toMessageBody(message), version: null })

function versionIn(body: Buffer): string | null {
  const version = /"version"\s*:\s*"([^"\\]{1,50})"/.exec(body.toString('utf8'))?.[1]
  return version ?? null
}
