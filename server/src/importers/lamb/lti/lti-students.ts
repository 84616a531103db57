import { say } from '@bellwether/wire'
import { ltiAccountRepository, UNKNOWN_PLATFORM } from '../../../modules/lti/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { assistantOwners } from '../assistants/assistant-owners.ts'
import { type Draft, type ImportRun, saveAll, skip } from '../import-run.ts'
import { itemRepository } from '../items.repository.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { findLtiAccount, insertLtiAccount, LTI_USER } from './lti-accounts.ts'

const MAX_ID = 255

interface Membership {
  kind: string
  legacyId: string
  organizationId: number
  /** Another account is the one that a launch of this person opens. */
  isDouble: boolean
  join(tx: Db, userId: number, now: number): Promise<void>
}

const lmsUserIdOf = (row: LegacyRow): string =>
  (row.text('lms_user_id').trim() || row.text('user_name').trim()).slice(0, MAX_ID)

/** A person in an activity. */
export const memberIn = (row: LegacyRow): string => `${row.text('activity_id')}/${lmsUserIdOf(row)}`

/** The account that each person used last in an activity: LAMB made a new one if the user name in the LMS changed. */
export function readCurrentAccounts({ lamb }: ImportRun): Map<string, string> {
  const newest = new Map<string, { email: string; at: number }>()
  for (const row of lamb.rows('lti_activity_users')) {
    const at = row.time('last_access_at', row.time('created_at', 0))
    const other = newest.get(memberIn(row))
    if (!other || at > other.at) newest.set(memberIn(row), { email: row.text('user_email'), at })
  }
  return new Map([...newest].map(([person, { email }]) => [person, email]))
}

/** Students of activities. */
export async function importActivityUsers(run: ImportRun): Promise<void> {
  const current = readCurrentAccounts(run)
  await importMemberships(run, 'lti_activity_users', async (row) => {
    const activity = run.ids.number('lti activity', row.integer('activity_id'))
    const organizationId = run.activityOrganizations.get(activity ?? 0)
    const lmsUserId = lmsUserIdOf(row)
    const key = `${row.text('activity_id').slice(0, 40)}/${row.text('user_email').slice(0, 400)}`
    if (activity === undefined || organizationId === undefined)
      return { id: key, fault: say('imports.activity_not_imported') }
    if (lmsUserId === '') return { id: key, fault: say('imports.lms_id_missing') }
    return {
      kind: 'lti activity user',
      legacyId: key,
      organizationId,
      isDouble: current.get(memberIn(row)) !== row.text('user_email'),
      join: (tx, userId, now) =>
        ltiAccountRepository.insertActivityUser(tx, {
          activity_id: activity,
          user_id: userId,
          lms_user_id: lmsUserId,
          role: 'student',
          consent_at: row.has('consent_given_at') ? row.time('consent_given_at', now) : null,
          last_access_at: row.time('last_access_at', row.time('created_at', now)),
          access_count: Math.min(Math.max(row.integer('access_count') ?? 0, 0), 1_000_000),
          created_at: row.time('created_at', now),
        }),
    }
  })
}

/** Students of the older links, which open one assistant. */
export async function importAssistantUsers(run: ImportRun): Promise<void> {
  const ownerOf = assistantOwners(run)
  const seen = new Set<string>()
  await importMemberships(run, 'lti_users', async (row) => {
    const assistant = run.ids.number('assistant', row.integer('assistant_id'))
    const organizationId = assistant === undefined ? undefined : (await ownerOf(assistant))?.organizationId
    const key = `${row.text('assistant_id').slice(0, 40)}/${row.text('user_email').slice(0, 400)}`
    const lmsUserId = row.text('user_name').trim().slice(0, MAX_ID)
    if (assistant === undefined || organizationId === undefined)
      return { id: key, fault: say('imports.assistant_not_imported') }
    if (lmsUserId === '') return { id: key, fault: say('imports.user_name_missing') }
    const person = `${assistant}/${lmsUserId}`
    const isDouble = seen.has(person)
    seen.add(person)
    return {
      kind: 'lti assistant user',
      legacyId: key,
      organizationId,
      isDouble,
      join: (tx, userId, now) =>
        ltiAccountRepository.insertAssistantUser(tx, {
          assistant_id: assistant,
          platform: UNKNOWN_PLATFORM,
          lms_user_id: lmsUserId,
          user_id: userId,
          created_at: now,
        }),
    }
  })
}

async function importMemberships(
  run: ImportRun,
  table: string,
  read: (row: LegacyRow) => Promise<Membership | { id: string; fault: Note }>,
): Promise<void> {
  const kind = table === 'lti_users' ? 'lti assistant user' : 'lti activity user'
  const total = run.lamb.count(table)
  let count = 0
  for (const { rows } of run.lamb.pages(table)) {
    const entries = []
    for (const row of rows) entries.push({ row, membership: await read(row) })
    const ids = entries.map(({ membership }) => ('fault' in membership ? membership.id : membership.legacyId))
    const done = await itemRepository.findMany(run.db, run.sourceId, kind, ids)
    for (const { row, membership } of entries) {
      if ('fault' in membership) skip(run, kind, membership.id, row.text('user_email'), membership.fault)
      else if (done.has(membership.legacyId)) run.report.count(kind, 'unchanged')
      else await importMembership(run, row, membership)
    }
    count += rows.length
    run.onProgress({ step: say('imports.step_lti_students'), done: count, total })
  }
}

/** The account first, so that a second membership of the same student finds it. */
async function importMembership(run: ImportRun, row: LegacyRow, membership: Membership): Promise<void> {
  const { kind, legacyId, organizationId, isDouble, join } = membership
  const account = await findLtiAccount(run, row)
  if ('fault' in account) return skip(run, kind, legacyId, row.text('user_email'), account.fault)
  const { email } = account
  const now = nowSeconds()
  const drafts: Draft[] = []
  let userId = account.known
  if (userId === undefined)
    drafts.push({
      kind: LTI_USER,
      legacyId: email,
      name: email,
      notes: [],
      isCounted: true,
      async insert(tx) {
        userId = await insertLtiAccount(tx, row, { email, organizationId, now })
        return userId
      },
    })
  // Its chats are still imported.
  if (isDouble) {
    await saveAll(run, drafts)
    return skip(run, kind, legacyId, email, say('imports.lms_id_twice'))
  }
  drafts.push({
    kind,
    legacyId,
    name: email,
    notes: [],
    isCounted: true,
    async insert(tx) {
      if (userId === undefined) throw new Error('The account was not created')
      await join(tx, userId, now)
      return userId
    },
  })
  await saveAll(run, drafts)
}
