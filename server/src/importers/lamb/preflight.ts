import { say } from '@bellwether/wire'
import { organizationRepository } from '../../modules/organizations/index.ts'
import type { ImportRun } from './import-run.ts'
import { itemRepository } from './items.repository.ts'
import { isEmail, isKeepable, toEmail } from './legacy-ids.ts'
import { listOrganizations, slugOf } from './people/organizations.ts'
import type { LegacyRow } from './source/legacy-row.ts'
import { targetRepository } from './target.repository.ts'

/** Reports everything that the operator has to decide, before anything is changed. True if nothing is left to decide. */
export async function findConflicts(run: ImportRun): Promise<boolean> {
  const { existing, onConflict } = run.options
  if (existing === 'refuse') {
    await findExistingOrganizations(run)
    await findExistingUsers(run)
  }
  if (onConflict === 'refuse') await findTakenAssistants(run)
  return run.report.conflicts().length === 0
}

async function findExistingOrganizations(run: ImportRun): Promise<void> {
  const slugs = new Set<string>()
  for (const organization of listOrganizations(run)) {
    const slug = slugOf(organization)
    // The organization of an earlier run is no conflict for its twin, which is skipped.
    const isTwin = slugs.has(slug)
    slugs.add(slug)
    if (organization.isSystem || isTwin || run.ids.earlier('organization', organization.id)) continue
    if (await organizationRepository.findBySlug(run.db, slug))
      run.report.add({
        kind: 'organization',
        id: String(organization.id),
        name: organization.name,
        outcome: 'conflict',
        notes: [say('imports.organization_exists_choose', { slug })],
      })
  }
}

async function findExistingUsers(run: ImportRun): Promise<void> {
  const isEarlier = (row: LegacyRow): boolean =>
    run.ids.earlier('user', row.integer('id') ?? '') !== undefined
  // LAMB's addresses differ in upper and lower case: an account of an earlier run is no conflict for its twin.
  const imported = new Set<string>()
  for (const { rows } of run.lamb.pages('Creator_users')) {
    for (const row of rows) if (isEarlier(row)) imported.add(toEmail(row.text('user_email')))
    const newRows = rows.filter((row) => !isEarlier(row) && !imported.has(toEmail(row.text('user_email'))))
    const emails = newRows.map((row) => toEmail(row.text('user_email'))).filter(isEmail)
    const existing = await targetRepository.findUserIds(run.db, emails)
    for (const row of newRows) {
      const email = toEmail(row.text('user_email'))
      if (!existing.has(email)) continue
      run.report.add({
        kind: 'user',
        id: row.text('id'),
        name: email,
        outcome: 'conflict',
        notes: [say('imports.account_exists_choose')],
      })
    }
  }
}

async function findTakenAssistants(run: ImportRun): Promise<void> {
  for (const { rows } of run.lamb.pages('assistants')) {
    const newRows = rows.filter(
      (row) => !isDeleted(row) && !run.ids.earlier('assistant', row.integer('id') ?? ''),
    )
    const ids = newRows.map((row) => row.integer('id')).filter(isKeepable)
    const takenIds = await targetRepository.findTakenAssistants(run.db, ids)
    for (const row of newRows)
      if (takenIds.has(row.integer('id') ?? 0))
        run.report.add({
          kind: 'assistant',
          id: row.text('id'),
          name: row.text('name'),
          outcome: 'conflict',
          notes: [say('imports.assistant_exists_choose')],
        })
  }
}

/** LAMB's mark of a deleted assistant. */
export const isDeleted = (row: { text(column: string): string }): boolean =>
  toEmail(row.text('owner')) === 'deleted_assistant@owi.com' || /_deleted_\d{10}$/.test(row.text('name'))

/** So that new objects don't get ids that are still to be imported. */
export async function reserveIds(run: ImportRun): Promise<void> {
  const highest = (table: string, column = 'id'): number => {
    let highestId = 0
    for (const row of run.lamb.rows(table)) {
      const id = row.integer(column)
      if (isKeepable(id) && id > highestId) highestId = id
    }
    return highestId
  }
  const tables = {
    organizations: highest('organizations'),
    users: highest('Creator_users'),
    assistants: highest('assistants'),
    knowledge_bases: highest('kb_registry', 'kb_id'),
  }
  if (run.kb)
    for await (const { id } of run.kb.bases())
      if (/^\d{1,10}$/.test(id) && isKeepable(Number(id)))
        tables.knowledge_bases = Math.max(tables.knowledge_bases, Number(id))
  for (const [table, id] of Object.entries(tables))
    if (id > 0) await itemRepository.reserveIds(run.db, run.databaseKind, table as keyof typeof tables, id)
}
