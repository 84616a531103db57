import type { ImportRun } from '../import-run.ts'
import { toEmail } from '../legacy-ids.ts'
import { targetRepository } from '../target.repository.ts'

export interface Owner {
  id: number
  organizationId: number
  userType: 'creator' | 'end_user'
}

export interface Owners {
  /** By the e-mail address in LAMB. Undefined if that person was not imported. */
  find(email: string): Promise<Owner | undefined>
  findById(legacyId: number | undefined): Promise<Owner | undefined>
}

/** LAMB names owners by e-mail address. Only people of LAMB's own table are found, never others here. */
export function createOwners(run: ImportRun): Owners {
  // LAMB tells addresses apart that differ in upper and lower case: those are two people there.
  const exactIds = new Map<string, number>()
  const legacyIds = new Map<string, number>()
  for (const row of run.lamb.rows('Creator_users')) {
    const id = row.integer('id')
    const written = row.text('user_email').trim()
    const email = toEmail(written)
    if (id === undefined) continue
    if (!exactIds.has(written)) exactIds.set(written, id)
    if (!legacyIds.has(email)) legacyIds.set(email, id)
  }
  const cache = new Map<number, Owner | undefined>()

  async function findById(legacyId: number | undefined): Promise<Owner | undefined> {
    const id = run.ids.number('user', legacyId)
    if (id === undefined) return undefined
    if (!cache.has(id)) cache.set(id, await load(id))
    return cache.get(id)
  }

  async function load(id: number): Promise<Owner | undefined> {
    const user = await targetRepository.organizationOf(run.db, id)
    if (user) return { id, organizationId: user.organization_id, userType: user.user_type }
    const planned = run.options.dryRun ? run.planned.users.get(id) : undefined
    return planned && { id, organizationId: planned.organizationId, userType: planned.userType }
  }

  return { findById, find: (email) => findById(exactIds.get(email.trim()) ?? legacyIds.get(toEmail(email))) }
}
