import { say, toNameLine } from '@bellwether/wire'
import { userRepository } from '../../../modules/users/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { type Draft, type ImportRun, isImported, isUndecided, saveAll, skip } from '../import-run.ts'
import { isEmail, isKeepable, toEmail } from '../legacy-ids.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'
import { SYSTEM } from './organizations.ts'
import {
  type Credentials,
  isUsableHash,
  type LegacyRole,
  readCredentials,
  readRoles,
  roleIn,
} from './sign-in-data.ts'

const KIND = 'user'
const MAX_CONFIG = 64 * 1024

interface UserContext {
  credentials: Map<string, Credentials>
  /** By user. */
  roles: Map<number, LegacyRole[]>
  /** Addresses of this run, to find people who are in the table twice. */
  emails: Map<string, string>
  systemId: number
}

/** Accounts with their passwords and roles. Existing accounts are only used by explicit choice. */
export async function importUsers(run: ImportRun): Promise<void> {
  const context: UserContext = {
    credentials: readCredentials(run),
    roles: readRoles(run),
    emails: new Map(),
    systemId: run.ids.number('organization', SYSTEM) ?? 0,
  }
  const total = run.lamb.count('Creator_users')
  let done = 0
  for (const { rows } of run.lamb.pages('Creator_users')) {
    const emails = rows.map((row) => toEmail(row.text('user_email'))).filter(isEmail)
    const existing = await targetRepository.findUserIds(run.db, emails)
    const drafts: Draft[] = []
    for (const row of rows) {
      const draft = await toDraft(run, row, context, existing)
      if (draft) drafts.push(draft)
    }
    await saveAll(run, drafts)
    done += rows.length
    run.onProgress({ step: say('imports.step_users'), done, total })
  }
}

async function toDraft(
  run: ImportRun,
  row: LegacyRow,
  context: UserContext,
  existing: ReadonlyMap<string, number>,
): Promise<Draft | undefined> {
  const id = row.integer('id')
  const email = toEmail(row.text('user_email'))
  const legacyId = id === undefined ? `“${row.text('id').slice(0, 40)}”` : String(id)
  if (id === undefined) return void skip(run, KIND, legacyId, email, say('imports.id_not_a_number'))
  if (isImported(run, KIND, legacyId, email)) {
    context.emails.set(email, legacyId)
    return undefined
  }
  if (!isEmail(email)) return void skip(run, KIND, legacyId, email, say('imports.email_invalid'))
  const other = context.emails.get(email)
  if (other !== undefined)
    return void skip(run, KIND, legacyId, email, say('imports.email_twice', { id: other }))
  context.emails.set(email, legacyId)
  const present = existing.get(email)
  if (present !== undefined) return linkUser(run, legacyId, email, present)
  const organizationId = organizationOf(run, row, context)
  if (organizationId === undefined)
    return void skip(run, KIND, legacyId, email, say('imports.organization_not_imported'))
  return newUser(run, { row, id, email, organizationId, context })
}

function linkUser(run: ImportRun, legacyId: string, email: string, ourId: number): Draft | undefined {
  if (isUndecided(run, run.options.existing)) return undefined
  if (run.options.existing !== 'link')
    return void skip(run, KIND, legacyId, email, say('imports.account_exists'))
  const notes = [say('imports.account_linked')]
  return { kind: KIND, legacyId, name: email, notes, linkTo: ourId, insert: async () => ourId }
}

/** People without an organization are in LAMB's system organization. */
function organizationOf(run: ImportRun, row: LegacyRow, { systemId }: UserContext): number | undefined {
  const legacy = row.integer('organization_id')
  return legacy === undefined ? systemId : run.ids.number('organization', legacy)
}

interface NewUser {
  row: LegacyRow
  id: number
  email: string
  organizationId: number
  context: UserContext
}

async function newUser(run: ImportRun, newcomer: NewUser): Promise<Draft> {
  const { row, id, email, organizationId, context } = newcomer
  const notes: Note[] = []
  const standing = standingOf(newcomer, notes)
  const provider = row.text('auth_provider') === 'lti_creator' ? 'lti_creator' : 'password'
  const hash = passwordOf(run, newcomer, provider, notes)
  const ltiUserId = row.text('lti_user_id').slice(0, 255) || null
  const isLtiFree =
    ltiUserId === null || !(await targetRepository.hasLtiUser(run.db, organizationId, ltiUserId))
  if (!isLtiFree) notes.push(say('imports.lti_id_taken'))
  const keepsId = isKeepable(id) && (await targetRepository.isFree(run.db, 'users', id))
  if (!row.has('organization_id') && run.lamb.has('organizations')) notes.push(say('imports.moved_to_system'))
  const role = roleIn(context.roles.get(id) ?? [], row.integer('organization_id'), notes)
  const userConfig = userConfigOf(row, notes)
  const now = nowSeconds()
  run.planned.users.set(-id, { organizationId, ...standing })
  run.planned.emails.add(email)
  return {
    kind: KIND,
    legacyId: String(id),
    name: email,
    notes,
    async insert(tx) {
      const ourId = await userRepository.insert(tx, {
        ...(keepsId ? { id } : {}),
        organization_id: organizationId,
        email,
        name: toNameLine(row.text('user_name')).slice(0, 200) || email,
        user_type: standing.userType,
        role: standing.isSystemAdmin ? 'admin' : 'user',
        user_config: userConfig,
        enabled: row.flag('enabled', true) ? 1 : 0,
        auth_provider: provider,
        lti_user_id: isLtiFree ? ltiUserId : null,
        password_hash: hash,
        // LAMB never confirmed addresses: people may have signed up with someone else's.
        email_confirmed_at: null,
        guest_link_id: null,
        created_at: row.time('created_at', now),
        updated_at: row.time('updated_at', now),
      })
      if (role !== undefined && role !== 'member' && standing.userType === 'creator')
        await userRepository.setOrganizationRole(tx, organizationId, ourId, role, now)
      return ourId
    },
  }
}

/** Such as whether the person may share assistants. */
function userConfigOf(row: LegacyRow, notes: Note[]): string {
  const text = row.text('user_config').trim()
  if (text === '' || text === 'null') return '{}'
  const config = JSON.stringify(row.json('user_config') ?? null).replaceAll('\\u0000', '')
  if (config !== 'null' && config.length <= MAX_CONFIG) return config
  notes.push(say('imports.user_settings_unreadable'))
  return '{}'
}

interface Standing {
  userType: 'creator' | 'end_user'
  isSystemAdmin: boolean
}

/** People keep the rights they had in LAMB, and get no others. */
function standingOf({ row, email, organizationId, context }: NewUser, notes: Note[]): Standing {
  const type = row.text('user_type') || 'creator'
  const userType = type === 'creator' ? 'creator' : 'end_user'
  const legacyRole = row.has('role') ? row.text('role') : context.credentials.get(email)?.role
  if (legacyRole !== 'admin') return { userType, isSystemAdmin: false }
  if (organizationId !== context.systemId || userType !== 'creator') {
    notes.push(say('imports.admin_dropped'))
    return { userType, isSystemAdmin: false }
  }
  notes.push(say('imports.admin_kept'))
  return { userType, isSystemAdmin: true }
}

function passwordOf(
  run: ImportRun,
  { row, email, context }: NewUser,
  provider: string,
  notes: Note[],
): string | null {
  const stored = row.text('password_hash').trim()
  const hash = stored || (context.credentials.get(email)?.hash ?? '')
  if (isUsableHash(hash)) return hash
  if (provider !== 'password') return null
  notes.push(say('imports.password_missing'))
  if (hash === '' && !run.webui) run.report.notice(say('imports.passwords_in_webui'))
  return null
}
