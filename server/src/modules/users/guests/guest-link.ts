import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { type AppError, forbidden, notFound } from '../../../platform/errors.ts'
import { guestLinkRepository } from './guest-link.repository.ts'

/** The facts that decide whether a class link can be used now. */
export interface LinkFacts
  extends Pick<
    Row<'class_links'>,
    'assistant_id' | 'kind' | 'starts_at' | 'ends_at' | 'paused' | 'deleted_at'
  > {
  assistant_deleted_at: number | null
  /** Null if the assistant is not published. */
  published_name: string | null
  organization_status: Row<'organizations'>['status']
}

export type LinkState = 'open' | 'not_started' | 'ended' | 'off' | 'deleted'

/** Pure. */
export function stateOf(link: LinkFacts, now: number): LinkState {
  if (link.deleted_at !== null || link.assistant_deleted_at !== null) return 'deleted'
  if (link.paused === 1 || link.published_name === null || link.organization_status === 'suspended')
    return 'off'
  if (link.ends_at !== null && link.ends_at <= now) return 'ended'
  return link.starts_at !== null && link.starts_at > now ? 'not_started' : 'open'
}

/** The error for a link that can't be used now; undefined if it is open. */
export function refusalOf(link: LinkFacts | undefined, now: number): AppError | undefined {
  switch (link ? stateOf(link, now) : 'deleted') {
    case 'open':
      return undefined
    case 'not_started':
      return forbidden(say('class_links.not_started'))
    case 'ended':
      return forbidden(say('class_links.ended'))
    case 'off':
      return forbidden(say('class_links.off'))
    case 'deleted':
      return notFound('Link')
  }
}

/** Checked on each request of a guest: turning a link off also affects tokens issued earlier. */
export async function requireOpenForGuests(db: Db, linkId: number): Promise<LinkFacts> {
  const link = await guestLinkRepository.standing(db, linkId)
  const refusal = refusalOf(link, nowSeconds())
  if (!link || refusal) throw refusal ?? notFound('Link')
  if (link.kind === 'organization') throw forbidden(say('class_links.members_only'))
  return link
}
