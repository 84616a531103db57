import { nowSeconds } from '../../../platform/clock.ts'
import type { ImportRun } from '../import-run.ts'

export interface Publication {
  groupId: string
  /** Null if it is not published. */
  consumerName: string | null
  createdAt: number
}

/** LAMB has a row for every assistant; one with a consumer name is published. */
export function readPublications({ lamb }: ImportRun): Map<number, Publication> {
  const publications = new Map<number, Publication>()
  const now = nowSeconds()
  for (const row of lamb.rows('assistant_publish')) {
    const id = row.integer('assistant_id')
    const name = row.text('oauth_consumer_name').trim().slice(0, 255)
    if (id === undefined) continue
    publications.set(id, {
      groupId: row.text('group_id').trim().slice(0, 255),
      consumerName: name === '' || name === 'null' ? null : name,
      createdAt: row.time('created_at', now),
    })
  }
  return publications
}

/** In US dollars. Quotas are in the settings of assistants; this table remembers warnings, and the limit they were for. */
export function readCostLimits({ lamb }: ImportRun): Map<number, number> {
  const limits = new Map<number, number>()
  for (const row of lamb.rows('assistant_quota_alerts')) {
    const [id, limit] = [row.integer('assistant_id'), row.number('quota_limit_usd')]
    if (id !== undefined && limit !== undefined && limit > 0) limits.set(id, limit)
  }
  return limits
}
