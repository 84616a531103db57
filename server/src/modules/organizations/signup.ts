import { say } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { badRequest } from '../../platform/errors.ts'
import { isSameSecret, type SecretBox } from '../../platform/secrets/secret-box.ts'
import { openSecret } from './config/config-secrets.ts'
import { parseConfig } from './config/stored-config.ts'
import { type OrganizationRow, organizationRepository } from './organization.repository.ts'
import { settingsIn } from './settings/setting-values.ts'

interface SignupDeps {
  db: Db
  box: SecretBox
  systemSignupKey: string | undefined
}

/**
 * The organization of this sign-up key. Compares with all organizations, so that timing reveals nothing about a
 * guess.
 */
export async function findBySignupKey(deps: SignupDeps, key: string): Promise<OrganizationRow | undefined> {
  if (key === '') return undefined
  const matching = (await organizationRepository.list(deps.db)).filter(
    (row) => row.status !== 'suspended' && isOpen(row) && isSameSecret(keyOf(row, deps.box), key),
  )
  return matching[0]
}

/** Two organizations must not have the same key, even if sign-up is disabled in one of them. */
export async function requireFreeSignupKey(
  deps: SignupDeps,
  key: string,
  organizationId?: number,
): Promise<void> {
  const isTaken = (await organizationRepository.list(deps.db)).some(
    (row) => row.id !== organizationId && isSameSecret(keyOf(row, deps.box), key),
  )
  if (isTaken || (deps.systemSignupKey && isSameSecret(deps.systemSignupKey, key))) throw signupKeyTaken()
}

export type SignupRole = 'student' | 'educator'

/** The accounts that people create with the organization’s key: students, unless the admin chose educators. */
export const signupRoleOf = (row: OrganizationRow): SignupRole =>
  settingsIn(parseConfig(row.config)).signup_role

const isOpen = (row: OrganizationRow): boolean => settingsIn(parseConfig(row.config)).signup_enabled

/** Decrypts only this secret of each organization. */
function keyOf(row: OrganizationRow, box: SecretBox): string {
  const key = parseConfig(row.config).features?.signup_key
  return (key && openSecret(key, box)) || ''
}

const VALID_KEY = /^(?=.{8,64}$)[A-Za-z0-9](?:[A-Za-z0-9_-]*[A-Za-z0-9])?$/

/** LAMB's rule. Anyone with the key can join the organization, so short keys are refused. */
export function requireValidSignupKey(key: string): void {
  if (VALID_KEY.test(key)) return
  throw badRequest(say('organizations.signup_key_format'))
}

const signupKeyTaken = () => badRequest(say('organizations.signup_key_taken'))
