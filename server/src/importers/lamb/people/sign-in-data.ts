import { say } from '@bellwether/wire'
import type { ImportRun } from '../import-run.ts'
import { toEmail } from '../legacy-ids.ts'
import type { Note } from '../report.ts'

export interface Credentials {
  hash: string
  role: string
}

export type Role = 'owner' | 'admin' | 'member'
const ROLES: readonly Role[] = ['owner', 'admin', 'member']

/** bcrypt. A hash with many rounds would keep the server busy for minutes at each sign-in. */
export function isUsableHash(hash: string): boolean {
  const rounds = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(hash)?.[1]
  return rounds !== undefined && Number(rounds) >= 4 && Number(rounds) <= 14
}

/** Open WebUI's passwords and roles of the people whom LAMB stores without. */
export function readCredentials({ lamb, webui }: ImportRun): Map<string, Credentials> {
  const credentials = new Map<string, Credentials>()
  if (!webui) return credentials
  for (const row of lamb.rows('Creator_users'))
    if (!row.has('password_hash') || !row.has('role'))
      credentials.set(toEmail(row.text('user_email')), { hash: '', role: '' })
  for (const row of webui.rows('auth')) {
    const entry = credentials.get(toEmail(row.text('email')))
    if (entry && row.flag('active', true)) entry.hash = row.text('password').trim()
  }
  for (const row of webui.rows('user')) {
    const entry = credentials.get(toEmail(row.text('email')))
    if (entry) entry.role = row.text('role')
  }
  return credentials
}

export interface LegacyRole {
  organization: number | undefined
  role: string
}

/** By user. LAMB's people have one organization, but older rows of others may be left. */
export function readRoles({ lamb }: ImportRun): Map<number, LegacyRole[]> {
  const roles = new Map<number, LegacyRole[]>()
  for (const row of lamb.rows('organization_roles')) {
    const user = row.integer('user_id')
    if (user === undefined) continue
    const entry = { organization: row.integer('organization_id'), role: row.text('role').trim() }
    roles.set(user, [...(roles.get(user) ?? []), entry])
  }
  return roles
}

/** The role in this organization. What is dropped is noted: it is a right that the person had. */
export function roleIn(
  roles: readonly LegacyRole[],
  organization: number | undefined,
  notes: Note[],
): Role | undefined {
  let found: Role | undefined
  for (const { organization: where, role } of roles) {
    const known = ROLES.find((candidate) => candidate === role)
    if (where === organization && known) found ??= known
    else if (role !== 'member') notes.push(say('imports.role_dropped', { role: role.slice(0, 40) }))
  }
  return found
}
