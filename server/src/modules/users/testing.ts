import type { OrganizationConfig } from '@bellwether/wire'
import { SignJWT } from 'jose'
import type { UserCaller } from '../../platform/caller.ts'
import { readConfig } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createHttpServer } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import {
  createOrganizationService,
  createOrganizationStats,
  organizationRepository,
} from '../organizations/index.ts'
import { createApiKeyService, createKeyUse } from './api-key.service.ts'
import { createAuthenticate } from './authenticate.ts'
import { createBulkImportService } from './bulk-import.service.ts'
import { createMembershipService } from './membership.service.ts'
import { createSessions } from './sessions.ts'
import { type OrganizationRole, userRepository } from './user.repository.ts'
import { createUserService } from './user.service.ts'
import { createUserAdminService } from './user-admin.service.ts'

export const SIGNING = Buffer.alloc(32, 2)
export const SYSTEM_KEY = 'the-operators-own-bearer-token'

/** Two organizations beside the system's, their people, and the real services. */
export async function createCampus(db: Db, env: Record<string, string> = {}) {
  const config = readConfig({ PUBLIC_URL: 'https://bw.example.edu', ...env })
  const box = createSecretBox(Buffer.alloc(32, 1), SIGNING)
  const sessions = createSessions(SIGNING)
  const organizations = createOrganizationService({ db, box, systemSignupKey: config.SIGNUP_SECRET_KEY })
  const users = createUserService({
    db,
    sessions,
    organizations,
    signIns: createRateLimit({ name: 'sign-in', failures: 4, windowSeconds: 60, blockSeconds: 60 }),
    signInsByAddress: createRateLimit({ name: 'address', failures: 20, windowSeconds: 60, blockSeconds: 60 }),
    signup: { enabled: config.SIGNUP_ENABLED, key: config.SIGNUP_SECRET_KEY },
  })
  const keyUse = createKeyUse(db, () => undefined)
  const apiKeys = createApiKeyService({ db, requireUsable: async () => undefined })
  const guessing = createRateLimit({ name: 'guess', failures: 1000, windowSeconds: 60, blockSeconds: 60 })
  const authenticate = createAuthenticate({ db, sessions, systemKey: SYSTEM_KEY, guessing, keyUse })
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
    keyUse,
    apiKeys,
    authenticate,
    membership: createMembershipService({ db, box, config, organizations }),
    userAdmin: createUserAdminService({ db, users }),
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
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
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
    trustProxy: false,
    corsOrigins: [],
  })
  const { port } = await http.listen(0, '127.0.0.1')

  async function sendAs(
    token: string | undefined,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Answer> {
    const isForm = body instanceof FormData || body instanceof URLSearchParams
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
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
    return campus.sessions.issue(row)
  }

  return {
    sendAs,
    tokenOf,
    /** Signed in anew, as the database knows the user now. */
    send: async (
      user: UserCaller | undefined,
      method: string,
      path: string,
      body?: unknown,
    ): Promise<Answer> => sendAs(user && (await tokenOf(user)), method, path, body),
    close: () => http.drain(0),
  }
}
export type TestServer = Awaited<ReturnType<typeof serve>>
