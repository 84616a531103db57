import type { ImportRun } from '../import-run.ts'
import { toEmail } from '../legacy-ids.ts'

export interface Credentials {
  hash: string
  role: string
}

export type Role = 'owner' | 'admin' | 'member'
const ROLES: readonly string[] = ['owner', 'admin', 'member']

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

export function readRoles({ lamb }: ImportRun): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const row of lamb.rows('organization_roles')) {
    const role = row.text('role')
    if (ROLES.includes(role))
      roles.set(`${row.integer('organization_id')}/${row.integer('user_id')}`, role as Role)
  }
  return roles
}
