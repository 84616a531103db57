import { randomUUID } from 'node:crypto'
import type { OrganizationConfig, OwnedObjectKind } from '@bellwether/wire'
import { SignJWT } from 'jose'
import type { UserCaller } from '../../platform/caller.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'
import { createRateLimit } from '../../platform/rate-limit/rate-limit.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import {
  createOrganizationService,
  createOrganizationStats,
  organizationRepository,
} from '../organizations/index.ts'
import { createApiKeyService, createKeyUse } from './api-keys/api-key.service.ts'
import { createBrowserSessions } from './browser-sessions/browser-session.service.ts'
import { createBulkImportService } from './bulk-import/bulk-import.service.ts'
import { createHandOverService } from './hand-over/hand-over.service.ts'
import { createMembershipService } from './memberships/membership.service.ts'
import { createAuthenticate } from './sign-in/authenticate.ts'
import { useCheapPasswordHashes } from './sign-in/passwords.ts'
import { createSessions } from './sign-in/sessions.ts'
import { createSignInGuard } from './sign-in/sign-in-guard.ts'
import { type OrganizationRole, userRepository } from './user.repository.ts'
import { createUserService } from './user.service.ts'
import { createUserAdminService } from './user-admin.service.ts'

export const SIGNING = Buffer.alloc(32, 2)
export const SYSTEM_KEY = 'the-operators-own-bearer-token'

/** Two organizations besides the system organization, their members, and the real services. */
export async function createCampus(db: Db, env: Record<string, string> = {}) {
  useCheapPasswordHashes()
  const config = readConfig({ PUBLIC_URL: 'https://bw.example.edu', ...env })
  const box = createSecretBox(Buffer.alloc(32, 1), SIGNING)
  const sessions = createSessions(SIGNING, { access: 1800, lamb: 7 * 86_400 })
  const reused: number[] = []
  const organizations = createOrganizationService({ db, box, systemSignupKey: config.SIGNUP_SECRET_KEY })
  const users = createUserService({
    db,
    sessions,
    organizations,
    signIns: createTestGuard(db),
    attempts: createRateLimit({ name: 'attempt', failures: 4, windowSeconds: 60, blockSeconds: 60 }),
    signup: { enabled: config.SIGNUP_ENABLED, key: config.SIGNUP_SECRET_KEY, role: config.SIGNUP_ROLE },
    welcome: async () => undefined,
    isPasswordHidden: async () => false,
  })
  const browserSessions = createBrowserSessions({
    db,
    sessions,
    lifetimes: { idle: 7 * 86_400, max: 30 * 86_400 },
    onReuse: ({ userId }) => reused.push(userId),
  })
  const keyUse = createKeyUse(db, () => undefined)
  const apiKeys = createApiKeyService({ db, requireUsable: async () => undefined })
  const guessing = createRateLimit({ name: 'guess', failures: 1000, windowSeconds: 60, blockSeconds: 60 })
  const authenticate = createAuthenticate({ db, sessions, systemKey: SYSTEM_KEY, guessing, keyUse })
  const handOvers = createHandOverService({
    db,
    referencesOf: () => ({ objects: [], secrets: [] }),
    mayUse: async () => true,
    note: async () => undefined,
  })
  const system = await addOrganization(db, 'lamb', { isSystem: true })
  const north = await addOrganization(db, 'north')
  const south = await addOrganization(db, 'south')
  return {
    db,
    config,
    box,
    sessions,
    organizations,
    users,
    browserSessions,
    /** Users whose refresh tokens were used twice. */
    reused,
    keyUse,
    apiKeys,
    authenticate,
    membership: createMembershipService({ db, box, config, organizations }),
    userAdmin: createUserAdminService({
      flushRecords: async () => undefined,
      db,
      users,
      handOvers,
      afterRemoval: async () => undefined,
      endAnswersOf: async () => undefined,
    }),
    handOvers,
    bulkImport: createBulkImportService(db),
    stats: createOrganizationStats(db),
    system,
    north,
    south,
    root: await addUser(db, system, 'root', { systemAdmin: true, organizationRole: 'owner' }),
    sid: await addUser(db, system, 'sid'),
    nora: await addUser(db, north, 'nora', { organizationRole: 'admin' }),
    ana: await addUser(db, north, 'ana'),
    ben: await addUser(db, north, 'ben'),
    sven: await addUser(db, south, 'sven', { organizationRole: 'admin' }),
    eve: await addUser(db, south, 'eve'),
  }
}
/** Blocks sooner than in production: 4 failures of one person from one address, 10 from one address, 20 for one person. */
export function createTestGuard(db: Db) {
  const limit = (name: string, failures: number) =>
    createRateLimit({ name, failures, windowSeconds: 60, blockSeconds: 60 })
  return createSignInGuard({
    db,
    byPair: limit('pair', 4),
    byAddress: limit('address', 10),
    byEmail: limit('email', 20),
    hashAddress: (address) => `hash of ${address}`,
  })
}

export type Campus = Awaited<ReturnType<typeof createCampus>>

export async function addOrganization(
  db: Db,
  slug: string,
  { isSystem = false, config = {} as OrganizationConfig } = {},
): Promise<number> {
  const times = { created_at: 1, updated_at: 1 }
  const is_system = isSystem ? 1 : 0
  const row = {
    slug,
    name: `University ${slug}`,
    is_system,
    config: JSON.stringify(config),
    ...times,
  } as const
  return (await organizationRepository.insert(db, row)).id
}

export async function addUser(
  db: Db,
  organizationId: number,
  name: string,
  rights: { systemAdmin?: boolean; organizationRole?: OrganizationRole } = {},
): Promise<UserCaller> {
  const email = `${name}@example.edu`
  const { systemAdmin = false, organizationRole = 'member' } = rights
  const userId = await userRepository.insert(db, {
    organization_id: organizationId,
    email,
    name,
    role: systemAdmin ? 'admin' : 'user',
    lti_user_id: null,
    password_hash: null,
    email_confirmed_at: 1,
    created_at: 1,
    updated_at: 1,
  })
  if (organizationRole !== 'member') {
    await userRepository.setOrganizationRole(db, organizationId, userId, organizationRole, 1)
  }
  return {
    kind: 'user',
    userId,
    email,
    confirmedEmail: email,
    name,
    userType: 'creator',
    systemAdmin,
    organizationId,
    organizationRole,
    credential: 'session',
    onlyAssistants: null,
    trustedForwarder: false,
  }
}

export async function addAssistant(db: Db, owner: UserCaller, name: string): Promise<number> {
  const times = { created_at: 1, updated_at: 1, deleted_at: null }
  const row = { organization_id: owner.organizationId, owner_id: owner.userId, name, ...times }
  return (await db.insertInto('assistants').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Adds one object of this kind and returns its id as the hand-over uses it. */
export async function addOwnedObject(
  db: Db,
  owner: UserCaller,
  kind: OwnedObjectKind,
  name = 'Mine',
): Promise<number | string> {
  const times = { created_at: 1, updated_at: 1 }
  const owned = { organization_id: owner.organizationId, owner_id: owner.userId, ...times }
  const added = { organization_id: owner.organizationId, created_by: owner.userId, name, ...times }
  switch (kind) {
    case 'assistants':
      return addAssistant(db, owner, name)
    case 'knowledge_bases':
      return (
        await db
          .insertInto('knowledge_bases')
          .values({ ...owned, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    case 'rubrics': {
      const rubric_id = randomUUID()
      await db
        .insertInto('rubrics')
        .values({ ...owned, rubric_id, title: name, rubric_data: '{}' })
        .execute()
      return rubric_id
    }
    case 'gradings': {
      const rubric = {
        organization_id: owner.organizationId,
        rubric_id: randomUUID(),
        rubric_data: '{}',
        ...times,
      }
      const colleague = await db
        .selectFrom('users')
        .select('id')
        .where('organization_id', '=', owner.organizationId)
        .where('id', '<>', owner.userId)
        .executeTakeFirstOrThrow()
      const { id: rubric_id } = await db
        .insertInto('rubrics')
        .values({ ...rubric, owner_id: colleague.id, title: 'Essay', is_public: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const grading = { rubric_id, owner_id: owner.userId, kind: 'batch', name, rubric: '{}' } as const
      return (
        await db
          .insertInto('gradings')
          .values({ ...grading, created_at: 1 })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    }
    case 'lti_activities':
      return (
        await db
          .insertInto('lti_activities')
          .values({ ...owned, name, platform: 'p', resource_link_id: randomUUID() })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    case 'templates':
      return (
        await db
          .insertInto('prompt_templates')
          .values({ ...owned, name })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    case 'files': {
      const { updated_at: _none, ...file } = owned
      const path = `${owner.userId}/${name}`
      await db
        .insertInto('files')
        .values({ ...file, name, path, kind: 'upload', content_type: 'text/plain', size: 1 })
        .execute()
      return path
    }
    case 'workspaces': {
      const id = randomUUID()
      await db
        .insertInto('workspaces')
        .values({ ...owned, id, name, baseline: 'x' })
        .execute()
      return id
    }
    case 'tool_secrets':
      await db
        .insertInto('tool_secrets')
        .values({ user_id: owner.userId, name, host: 'example.org', sealed_value: 'x', ...times })
        .execute()
      return name
    case 'tool_templates':
      return (
        await db
          .insertInto('tool_templates')
          .values({ ...added, tools: '[]' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    case 'mcp_servers':
      return (
        await db
          .insertInto('mcp_servers')
          .values({ ...added, url: 'https://example.org', header_name: 'authorization' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
  }
}

export const share = (db: Db, assistantId: number, user: UserCaller) =>
  db
    .insertInto('assistant_shares')
    .values({ assistant_id: assistantId, user_id: user.userId, shared_by: null, shared_at: 1 })
    .execute()

/** A token that we did not issue, with any claims; signed with our secret or another. */
export const forgeToken = (claims: Record<string, unknown>, { secret = SIGNING as Uint8Array } = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(String(claims.sub))
    .setExpirationTime('1h')
    .sign(secret)

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape
  body: any
  headers: Headers
}

/** The endpoints behind a real server on loopback, with the real authentication. */
export async function serve(campus: Campus, endpoints: Endpoint[]) {
  const http = createHttpServer({
    endpoints,
    authenticate: campus.authenticate,
    maxBodyBytes: 1024 * 1024,
    log: createLog('silent'),
    metrics: createMetrics(),
    maxConcurrentRequests: 100,
    isDatabaseOverloaded: () => false,
    trustProxy: false,
    corsOrigins: [],
  })
  const { port } = await http.listen(0, '127.0.0.1')

  const sendAs = (token: string | undefined, method: string, path: string, body?: unknown) =>
    request(method, path, { body, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } })

  async function request(
    method: string,
    path: string,
    { body, headers }: { body?: unknown; headers: Record<string, string> },
  ): Promise<Answer> {
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
  }

  async function tokenOf(user: UserCaller): Promise<string> {
    const row = await userRepository.findById(campus.db, user.userId)
    if (!row) throw new Error(`no user ${user.name}`)
    return campus.sessions.issue(row, 'lamb')
  }

  return {
    host: `127.0.0.1:${port}`,
    request,
    sendAs,
    tokenOf,
    /** Signs in again, with the user's current row in the database. */
    send: async (
      user: UserCaller | undefined,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Answer> => sendAs(user && (await tokenOf(user)), method, path, body),
    close: () => http.drain({ delayMs: 0, deadlineMs: 0 }),
  }
}
export type TestServer = Awaited<ReturnType<typeof serve>>
