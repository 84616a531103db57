import type { AuditEntry } from '@bellwether/wire'
import { api } from '$lib/api'

export type AuditScope = 'organization' | 'system'
export const PAGE_SIZE = 50

export interface AuditPage {
  entries: AuditEntry[]
  /** Start of the next page; null on the last one. */
  next: number | null
}

export const readAudit = (
  filter: { scope: AuditScope; org: string | undefined; action: string; before?: number },
  signal: AbortSignal,
): Promise<AuditPage> => api.get('/audit', { query: { ...filter, limit: PAGE_SIZE }, signal })

const VERBS = { POST: 'post', PUT: 'put', PATCH: 'put', DELETE: 'delete' } as const
export type Verb = (typeof VERBS)[keyof typeof VERBS] | 'refused' | 'other'

export const REFUSED = 'tool.denied'

/** Path segments that mean nothing to an admin, and placeholders of ids, which are shown separately. */
const SKIPPED = /^(creator|admin|org-admin|\{.*\}|)$/

/** The verb and the target of an action. Pure. */
export function readAction(action: string): { verb: Verb; target: string } {
  if (action === REFUSED) return { verb: 'refused', target: '' }
  const [, method = '', target = action] = /^([A-Z]+) (\/.*)$/.exec(action) ?? []
  const words = target.split('/').filter((word) => !SKIPPED.test(word))
  return {
    verb: method in VERBS ? VERBS[method as keyof typeof VERBS] : 'other',
    target: words.join(' › ') || target,
  }
}
