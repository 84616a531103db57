import type { JobQuery, OrganizationRecord, SystemProblem, UserRecord } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { type PeoplePage, type PeopleView, toPage } from '$features/people/people-view.ts'
import { ApiError, api, send } from '$lib/api'
import { errorMessage } from '$lib/errors/error-message.ts'
import { parseMetrics, type Summary, summarize } from './metrics.ts'
import { readStatus } from './status/status.ts'

export const TABS = ['organizations', 'users', 'audit', 'jobs', 'import', 'health'] as const
export type Tab = (typeof TABS)[number]

export const createOrganization = (body: BodyOf<'post', '/organizations'>) =>
  api.post('/organizations', { body })
export const setStatus = (slug: string, status: OrganizationRecord['status']) =>
  api.patch('/organizations/{slug}', { params: { slug }, body: { status } })
/** The dialog has explained that its members move to the system organization. */
export const deleteOrganization = (slug: string) =>
  api.delete('/organizations/{slug}', { params: { slug }, query: { users: 'move' } })

export async function listUsers(view: PeopleView, signal: AbortSignal): Promise<PeoplePage<UserRecord>> {
  const { users: people, total } = await api.get('/system/users', { query: toPage(view), signal })
  return { people, total }
}
export const createUser = (body: BodyOf<'post', '/system/users'>) => api.post('/system/users', { body })
export const setSystemRole = (id: number, role: UserRecord['role']) =>
  api.patch('/system/users/{id}', { params: { id }, body: { role } })

const asMember = ({ id, organization: { slug } }: UserRecord) => ({ slug, id })
export const setEnabled = (user: UserRecord, enabled: boolean) =>
  api.patch('/organizations/{slug}/members/{id}', { params: asMember(user), body: { enabled } })
export const deleteUser = (user: UserRecord) =>
  api.delete('/organizations/{slug}/members/{id}', { params: asMember(user) })

export const JOB_FILTERS = ['all', 'waiting', 'running', 'failed'] as const satisfies JobQuery['status'][]
export const JOBS_SHOWN = 100
export const listJobs = (status: JobQuery['status'], signal: AbortSignal) =>
  api.get('/jobs', { query: { status, limit: JOBS_SHOWN }, signal })

export interface Health {
  version: string
  isReady: boolean
  /** Why it could not be changed. */
  reason: string
  /** Undefined while the database is away. */
  summary: Summary | undefined
  problems: readonly SystemProblem[]
}

export async function readHealth(signal: AbortSignal): Promise<Health> {
  const [health, ready, metrics, status] = await Promise.all([
    api.get('/health', { signal }),
    api.get('/ready', { signal }).then(
      () => '',
      (error: unknown) => {
        if (error instanceof ApiError && error.status >= 500) return errorMessage(error)
        throw error
      },
    ),
    // Without a database, no one is known to be an admin.
    send('GET', '/system/metrics', undefined, { signal }).then(
      (response) => response.text(),
      (error: unknown) => {
        if (error instanceof ApiError && error.status >= 500) return undefined
        throw error
      },
    ),
    // Without a database there is no status; the page says so.
    readStatus(signal).catch(() => undefined),
  ])
  return {
    version: health.version,
    isReady: ready === '',
    reason: ready,
    summary: metrics === undefined ? undefined : summarize(parseMetrics(metrics)),
    problems: status?.problems ?? [],
  }
}

/** "Faculty of Arts & Law" → "faculty-of-arts-law". Pure. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
