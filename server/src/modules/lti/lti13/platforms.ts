import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { type PlatformRow, type PlatformWithDeployments, platformRepository } from './platform.repository.ts'

export interface PlatformDraft {
  name: string
  issuer: string
  clientId: string
  authLoginUrl: string
  authTokenUrl: string
  jwksUrl: string
  deploymentIds: readonly string[]
  trustsEmail: boolean
  staffCanBuild: boolean
}

/** LMSs that organizations have registered, each with issuer, client id and deployments. */
export function createPlatforms(db: Db) {
  async function requireOwn(organizationId: number, id: number): Promise<PlatformWithDeployments> {
    const platform = (await platformRepository.list(db, organizationId)).find((row) => row.id === id)
    if (!platform) throw notFound('Platform')
    return platform
  }

  /** A deployment belongs to one organization only: otherwise it would be unclear where its people belong. */
  async function write<T>(work: (tx: Db) => Promise<T>): Promise<T> {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict(say('lti.deployment_taken'))
      throw error
    }
  }

  return {
    ...createRegistry(db, { requireOwn, write }),
    /** Others get 404. */
    requireOwn,

    /** The client that a login names. Without a client id there must be only one. */
    async findClient(issuer: string, clientId: string | undefined): Promise<PlatformRow> {
      const platforms = await platformRepository.findByClient(db, issuer, clientId)
      const [first] = platforms
      if (!first) {
        const others =
          clientId === undefined ? [] : await platformRepository.findByClient(db, issuer, undefined)
        throw new LaunchRefused(others.length > 0 ? 'unknown_client' : 'unknown_platform')
      }
      if (new Set(platforms.map((platform) => platform.client_id)).size > 1)
        throw new LaunchRefused('ambiguous_platform')
      return first
    },

    async findById(id: number): Promise<PlatformRow> {
      const platform = await platformRepository.find(db, id)
      if (!platform) throw new LaunchRefused('unknown_platform')
      return platform
    },

    /** The platforms of this issuer if they belong to one organization; otherwise it is unclear whose launch it was. */
    async findOfOne(issuer: string): Promise<PlatformRow[]> {
      const platforms = await platformRepository.findByClient(db, issuer, undefined)
      return new Set(platforms.map((platform) => platform.organization_id)).size === 1
        ? platforms.slice(0, 1)
        : []
    },

    /** The same for an issuer that is not registered: those on the same host, such as without the slash at the end. */
    async findSimilarOfOne(issuer: string): Promise<PlatformRow[]> {
      const host = hostOf(issuer)
      if (host === undefined) return []
      const platforms = (await platformRepository.listOthers(db, issuer)).filter(
        (platform) => hostOf(platform.issuer) === host || hostOf(platform.auth_login_url) === host,
      )
      return new Set(platforms.map((platform) => platform.organization_id)).size === 1
        ? platforms.slice(0, 1)
        : []
    },

    /** All organizations that have registered this client. */
    findAll: (issuer: string, clientId: string) => platformRepository.findByClient(db, issuer, clientId),

    /**
     * The platform of a deployment. Some LMSs tell the deployment only at launch: the first one is remembered if
     * a single organization has registered the client without any.
     */
    async findDeployment(issuer: string, clientId: string, deploymentId: string): Promise<PlatformRow> {
      const existing = await platformRepository.findByDeployment(db, issuer, clientId, deploymentId)
      if (existing) return existing
      const claimants = await platformRepository.findByClient(db, issuer, clientId)
      const [only] = claimants
      const isFirst = (await platformRepository.countDeployments(db, issuer, clientId)) === 0
      if (!only || claimants.length > 1 || !isFirst) throw new LaunchRefused('unknown_deployment')
      await platformRepository.addDeployment(db, only, deploymentId, nowSeconds()).catch((error: unknown) => {
        // A launch at the same moment was first.
        if (!isUniqueViolation(error)) throw error
      })
      return only
    },
  }
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

export type Platforms = ReturnType<typeof createPlatforms>

interface RegistryParts {
  requireOwn(organizationId: number, id: number): Promise<PlatformWithDeployments>
  write<T>(work: (tx: Db) => Promise<T>): Promise<T>
}

const toRow = (draft: PlatformDraft, now: number) => ({
  name: draft.name || new URL(draft.issuer).host,
  issuer: draft.issuer,
  client_id: draft.clientId,
  auth_login_url: draft.authLoginUrl,
  auth_token_url: draft.authTokenUrl,
  jwks_url: draft.jwksUrl,
  trusts_email: draft.trustsEmail ? (1 as const) : (0 as const),
  staff_can_build: draft.staffCanBuild ? (1 as const) : (0 as const),
  updated_at: now,
})

/**
 * Organizations may share a client, such as one of a hosted LMS. None of them may send the others' people to another
 * server, have their tokens checked with other keys, or claim the deployments of an organization that waits for its
 * first launch.
 */
async function requireNoConflict(tx: Db, organizationId: number, draft: PlatformDraft): Promise<void> {
  const others = (await platformRepository.findByClient(tx, draft.issuer, draft.clientId)).filter(
    ({ organization_id }) => organization_id !== organizationId,
  )
  const isSame = (platform: PlatformRow) =>
    platform.auth_login_url === draft.authLoginUrl &&
    platform.auth_token_url === draft.authTokenUrl &&
    platform.jwks_url === draft.jwksUrl
  if (!others.every(isSame)) throw conflict(say('lti.deployment_taken'))
  for (const other of others)
    if (!(await platformRepository.hasDeployments(tx, other.id))) throw conflict(say('lti.deployment_taken'))
}

const createRegistry = (db: Db, { requireOwn, write }: RegistryParts) => ({
  list: (organizationId: number) => platformRepository.list(db, organizationId),

  async register(organizationId: number, draft: PlatformDraft): Promise<PlatformWithDeployments> {
    const now = nowSeconds()
    const id = await write(async (tx) => {
      await requireNoConflict(tx, organizationId, draft)
      const row = { ...toRow(draft, now), organization_id: organizationId, created_at: now }
      const platformId = await platformRepository.insert(tx, row)
      const platform = { ...row, id: platformId }
      await platformRepository.setDeployments(tx, platform, [...new Set(draft.deploymentIds)], now)
      return platformId
    })
    return requireOwn(organizationId, id)
  },

  async change(organizationId: number, id: number, draft: PlatformDraft): Promise<PlatformWithDeployments> {
    const platform = await requireOwn(organizationId, id)
    const now = nowSeconds()
    await write(async (tx) => {
      await requireNoConflict(tx, organizationId, draft)
      const row = toRow(draft, now)
      await platformRepository.update(tx, id, row)
      await platformRepository.setDeployments(
        tx,
        { ...platform, ...row },
        [...new Set(draft.deploymentIds)],
        now,
      )
    })
    return requireOwn(organizationId, id)
  },

  async remove(organizationId: number, id: number): Promise<void> {
    await requireOwn(organizationId, id)
    await platformRepository.delete(db, id)
  },
})
