import { say } from '@bellwether/wire'
import {
  activityRepository,
  ltiAccountRepository,
  UNKNOWN_PLATFORM,
  unknownPlatformOf,
} from '../../../modules/lti/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { type AssistantOwners, assistantOwners } from '../assistants/assistant-owners.ts'
import { createOwners } from '../assistants/owners.ts'
import { type ImportRun, isImported, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import { isEmail, toEmail } from '../legacy-ids.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'
import { hasActivityKey } from './lti-keys.ts'

const KIND = 'lti activity'
const LINK = 'lti identity link'
const MAX_ID = 255
/** LAMB's only type at first had no name. */
const CHAT_TYPES: ReadonlySet<string> = new Set(['', 'chat'])

/** Activities of courses. LAMB did not record their LMS; the first launch of an activity does. */
export async function importActivities(run: ImportRun): Promise<void> {
  const owners = createOwners(run)
  const assistants = assistantsByActivity(run)
  const ownerOf = assistantOwners(run)
  for (const row of run.lamb.rows('lti_activities')) {
    const id = row.text('id').slice(0, 40)
    const name = row.text('activity_name').trim() || row.text('context_title').trim() || 'AI assistants'
    const link = row.text('resource_link_id').trim()
    const organizationId = run.ids.number('organization', row.integer('organization_id'))
    const leave = (reason: Note) => skip(run, KIND, id, name, reason)
    if (isImported(run, KIND, id, name)) {
      const ourId = run.ids.number(KIND, id)
      if (ourId !== undefined && organizationId !== undefined)
        run.activityOrganizations.set(ourId, organizationId)
    } else if (organizationId === undefined) leave(say('imports.organization_not_imported'))
    else if (link === '' || link.length > MAX_ID) leave(say('imports.activity_link_invalid'))
    else if (await activityRepository.findByLink(run.db, UNKNOWN_PLATFORM, link))
      leave(say('imports.activity_link_twice'))
    else {
      const owner = await owners.find(row.text('owner_email'))
      await saveActivity(
        run,
        row,
        { id, name, link, organizationId, ownerId: owner?.id ?? null },
        assistants.get(id) ?? [],
        ownerOf,
      )
    }
  }
  const count = run.report.countOf(KIND, 'imported') + run.report.countOf(KIND, 'unchanged')
  if (count > 0 && !(await hasActivityKey(run)))
    run.report.notice(say('imports.activities_without_key', { count }))
}

async function saveActivity(
  run: ImportRun,
  row: LegacyRow,
  {
    id,
    name,
    link,
    organizationId,
    ownerId,
  }: { id: string; name: string; link: string; organizationId: number; ownerId: number | null },
  legacyAssistants: readonly string[],
  ownerOf: AssistantOwners,
): Promise<void> {
  const now = nowSeconds()
  const ids: number[] = []
  for (const assistant of legacyAssistants) {
    const ourId = run.ids.number('assistant', assistant)
    // As when activities are set up here: never assistants of another organization.
    if (ourId !== undefined && (await ownerOf(ourId))?.organizationId === organizationId) ids.push(ourId)
  }
  const notes: Note[] = []
  const type = row.text('activity_type').trim()
  if (!CHAT_TYPES.has(type)) notes.push(say('imports.activity_type_unknown', { type: type.slice(0, 60) }))
  if (ownerId === null) notes.push(say('imports.educator_not_imported'))
  if (ids.length < legacyAssistants.length)
    notes.push(say('imports.assistants_missing', { count: legacyAssistants.length - ids.length }))
  await saveAll(run, [
    {
      kind: KIND,
      legacyId: id,
      name,
      notes,
      async insert(tx) {
        const ourId = await activityRepository.insert(tx, {
          organization_id: organizationId,
          platform: UNKNOWN_PLATFORM,
          resource_link_id: link,
          context_id: row.text('context_id').slice(0, MAX_ID),
          context_title: row.text('context_title').slice(0, 200),
          name: name.slice(0, 200),
          owner_id: ownerId,
          chats_visible: row.flag('chat_visibility_enabled', false) ? 1 : 0,
          status: row.text('status') === 'disabled' ? 'disabled' : 'active',
          created_at: row.time('created_at', now),
          updated_at: row.time('updated_at', now),
        })
        await activityRepository.setAssistants(tx, ourId, [...new Set(ids)], now)
        return ourId
      },
    },
  ])
  const ourId = run.ids.number(KIND, id)
  if (ourId !== undefined) run.activityOrganizations.set(ourId, organizationId)
}

function assistantsByActivity({ lamb }: ImportRun): Map<string, string[]> {
  const byActivity = new Map<string, string[]>()
  for (const row of lamb.rows('lti_activity_assistants')) {
    const id = row.text('activity_id').slice(0, 40)
    byActivity.set(id, [...(byActivity.get(id) ?? []), row.text('assistant_id')])
  }
  return byActivity
}

/** Which account an educator of an LMS has. */
export async function importIdentityLinks(run: ImportRun): Promise<void> {
  for (const { rows } of run.lamb.pages('lti_identity_links')) {
    const done = await itemRepository.findMany(
      run.db,
      run.sourceId,
      LINK,
      rows.map((row) => row.text('id')),
    )
    for (const row of rows) {
      const id = row.text('id')
      const email = toEmail(row.text('lms_email'))
      const lmsUserId = row.text('lms_user_id').trim()
      const userId = run.ids.number('user', row.integer('creator_user_id'))
      const leave = (reason: Note) => skip(run, LINK, id, lmsUserId, reason)
      if (done.has(id)) run.report.count(LINK, 'unchanged')
      else if (userId === undefined) leave(say('imports.account_not_imported'))
      else if (await isSystemAdmin(run, userId)) leave(say('imports.admin_not_linked'))
      else if (lmsUserId === '' || lmsUserId.length > MAX_ID) leave(say('imports.lms_id_invalid'))
      else if (!isEmail(email)) leave(say('imports.email_missing'))
      else
        await saveAll(run, [
          {
            kind: LINK,
            legacyId: id,
            name: lmsUserId,
            notes: [],
            async insert(tx) {
              await ltiAccountRepository.link(tx, {
                platform: unknownPlatformOf(email),
                lms_user_id: lmsUserId,
                user_id: userId,
                linked_at: row.time('linked_at', nowSeconds()),
              })
              return userId
            },
          },
        ])
    }
  }
}

const isSystemAdmin = async ({ db, planned }: ImportRun, userId: number): Promise<boolean> =>
  planned.users.get(userId)?.isSystemAdmin ?? targetRepository.isSystemAdmin(db, userId)
