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
