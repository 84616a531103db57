import { type Message, say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest, conflict, notFound } from '../../../platform/errors.ts'
import { type OrganizationRow, organizationRepository } from '../../organizations/index.ts'
import { firstFree } from '../hand-over/names.ts'
import { describeCounts } from '../hand-over/owned-object-counts.ts'
import { userRepository } from '../user.repository.ts'
import { membershipRepository } from './membership.repository.ts'
import { type MovedCounts, migrationRepository, type NameConflict } from './migration.repository.ts'

export interface MigrationDeps {
  db: Db
  /** In the transaction of the change. */
  note(
    tx: Db,
    entry: { organizationId: number; userId: number; object: Message; detail: string | Message },
  ): Promise<void>
}

export interface MigrationRequest {
  /** The slug of the organization that gets everything. */
  target: string
  /** What happens to objects whose owner already has one with the same name there. */
  onConflict: 'rename' | 'fail'
  keepAdmins: boolean
  deleteSource: boolean
}

export interface Migration {
  moved: MovedCounts
  admins: number
  renamedAssistants: number
  renamedTemplates: number
  /** What belongs to the old organization itself. */
  staying: readonly string[]
}

/** Moves all people of an organization, with everything they own, into another one. For system admins only. */
export function createMigrationService({ db, note }: MigrationDeps) {
  /** What would be moved. Changes nothing. */
  async function preview(slug: string, target: string) {
    const places = await findPlaces(db, slug, target)
    const [from, to] = [places.source.id, places.target.id]
    return {
      ...places,
      counts: await migrationRepository.counts(db, from),
      assistants: await migrationRepository.conflictingAssistants(db, from, to),
      templates: await migrationRepository.conflictingTemplates(db, from, to),
      staying: await migrationRepository.staying(db, from),
    }
  }

  async function migrate(
    caller: { userId: number },
    slug: string,
    request: MigrationRequest,
  ): Promise<Migration> {
    return db.transaction().execute(async (tx) => {
      // Held by everything that moves people, so that two moves can't deadlock.
      await organizationRepository.lockSystem(tx)
      const { source, target } = await findPlaces(tx, slug, request.target)
      if (request.keepAdmins && target.is_system === 1) throw badRequest(say('users.system_roles_fixed'))
      for (const { id } of [source, target])
        if (!(await organizationRepository.lock(tx, id))) throw notFound('Organization')
      const result = await move(tx, source.id, target.id, request)
      await note(tx, {
        organizationId: target.id,
        userId: caller.userId,
        object: say('parts.audit_migration', { from: source.id, to: target.id }),
        detail: describeMoved(result.moved),
      })
      return result
    })
  }

  return { preview, migrate }
}

export type MigrationService = ReturnType<typeof createMigrationService>

const describeMoved = ({ kbs, ...moved }: MovedCounts): string | Message =>
  describeCounts({ ...moved, knowledge_bases: kbs })

async function findPlaces(db: Db, slug: string, targetSlug: string) {
  const source = await organizationRepository.findBySlug(db, slug)
  const target: OrganizationRow | undefined = await organizationRepository.findBySlug(db, targetSlug)
  if (!source || !target) throw notFound('Organization')
  if (source.is_system === 1) throw badRequest(say('organizations.system_not_movable'))
  if (source.id === target.id) throw badRequest(say('organizations.same_target'))
  return { source, target }
}

async function move(
  tx: Db,
  from: number,
  to: number,
  { onConflict, keepAdmins, deleteSource }: MigrationRequest,
): Promise<Migration> {
  const assistants = await migrationRepository.conflictingAssistants(tx, from, to)
  const templates = await migrationRepository.conflictingTemplates(tx, from, to)
  if (onConflict === 'fail' && assistants.length + templates.length > 0)
    throw conflict(say('users.move_name_conflict'))
  const now = nowSeconds()
  const { renameAssistant, renameTemplate } = migrationRepository
  await rename(tx, 'assistants', assistants, (id, name) => renameAssistant(tx, id, name, now))
  await rename(tx, 'prompt_templates', templates, (id, name) => renameTemplate(tx, id, name, now))
  const moved = await migrationRepository.counts(tx, from)
  const admins = keepAdmins ? await migrationRepository.adminsOf(tx, from) : []
  const staying = await migrationRepository.staying(tx, from)
  await membershipRepository.moveAll(tx, from, to, now)
  await migrationRepository.moveRest(tx, from, to)
  for (const id of admins) await userRepository.setOrganizationRole(tx, to, id, 'admin', now)
  if (deleteSource) await organizationRepository.delete(tx, from)
  return {
    moved,
    admins: admins.length,
    renamedAssistants: assistants.length,
    renamedTemplates: templates.length,
    staying,
  }
}

async function rename(
  tx: Db,
  table: 'assistants' | 'prompt_templates',
  conflicts: readonly NameConflict[],
  save: (id: number, name: string) => Promise<void>,
): Promise<void> {
  for (const { id, name, owner_id } of conflicts) {
    const takenNames = await migrationRepository.namesOf(tx, table, owner_id)
    await save(
      id,
      firstFree(name, (number) => `${name} (${number})`, takenNames),
    )
  }
}
