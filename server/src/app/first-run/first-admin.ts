import {
  type OrganizationRow,
  organizationRepository,
  SYSTEM_SLUG,
} from '../../modules/organizations/index.ts'
import { type UserService, userRepository } from '../../modules/users/index.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { newToken } from '../../platform/ids.ts'

export interface FirstAdmin {
  email: string
  /** Set only if it was generated: it is printed once and not stored. */
  generatedPassword: string | undefined
}

const DEFAULT_EMAIL = 'admin@localhost.local'

export async function ensureSystemOrganization(db: Db): Promise<OrganizationRow> {
  const existing = await organizationRepository.findSystem(db)
  if (existing) return existing
  const now = nowSeconds()
  const config = {
    version: '1.0',
    metadata: { description: 'The organization that this installation starts with', system_managed: true },
    setups: { default: { name: 'Default Setup', is_default: true, providers: {} } },
    features: {
      signup_enabled: false,
      sharing_enabled: true,
      rag_enabled: true,
      mcp_enabled: true,
      lti_publishing: true,
    },
    assistant_defaults: {},
  }
  try {
    return await organizationRepository.insert(db, {
      slug: SYSTEM_SLUG,
      name: 'System Organization',
      is_system: 1,
      status: 'active',
      config: JSON.stringify(config),
      created_at: now,
      updated_at: now,
    })
  } catch (error) {
    // Another instance that started at the same time was faster.
    const other = isUniqueViolation(error) ? await organizationRepository.findSystem(db) : undefined
    if (other) return other
    throw error
  }
}

/**
 * An installation without an admin who can sign in gets one: the operator's choice, or a generated password printed
 * once. An account of the system organization with that address, such as one that was imported, becomes the admin.
 */
export async function ensureFirstAdmin(
  db: Db,
  users: UserService,
  organization: OrganizationRow,
  config: Config,
): Promise<FirstAdmin | undefined> {
  if (await userRepository.hasSystemAdmin(db)) return undefined
  const email = config.ADMIN_EMAIL ?? DEFAULT_EMAIL
  const generatedPassword = config.ADMIN_PASSWORD ? undefined : newToken().slice(0, 20)
  const password = config.ADMIN_PASSWORD ?? generatedPassword ?? ''
  const existing = await userRepository.findByEmail(db, email)
  if (existing?.organization_id === organization.id) {
    await users.setPassword(existing.id, password, { revokeApiKeys: true })
    const now = nowSeconds()
    const standing = { role: 'admin', user_type: 'creator', auth_provider: 'password', enabled: 1 } as const
    await userRepository.update(db, existing.id, { ...standing, updated_at: now })
    await userRepository.setOrganizationRole(db, organization.id, existing.id, 'owner', now)
    return { email, generatedPassword }
  }
  try {
    await users.create({
      email,
      name: 'Admin User',
      password,
      organizationId: organization.id,
      role: 'admin',
      organizationRole: 'owner',
    })
  } catch (error) {
    if (await userRepository.hasSystemAdmin(db)) return undefined
    throw error
  }
  return { email, generatedPassword }
}
