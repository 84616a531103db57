import * as z from 'zod'
import { tryParseJson } from '../../../platform/json.ts'
import type { PlatformRow } from '../lti13/platform.repository.ts'
import type { ServiceAnswer } from '../services/fetch-from.ts'
import type { ServiceClient } from '../services/service-client.ts'
import { ServiceFault } from '../services/service-fault.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags/scope'
export const LINE_ITEM_SCOPE = `${AGS}/lineitem`
export const SCORE_SCOPE = `${AGS}/score`
const LINE_ITEM = 'application/vnd.ims.lis.v2.lineitem+json'
const LINE_ITEMS = 'application/vnd.ims.lis.v2.lineitemcontainer+json'
const SCORE = 'application/vnd.ims.lis.v1.score+json'
const MAX_BYTES = 1024 * 1024

const lineItemSchema = z.object({
  id: z.url({ protocol: /^https?$/ }).max(4000),
  resourceLinkId: z.coerce.string().optional().catch(undefined),
})
const lineItemsSchema = z.array(z.unknown())

export interface NewLineItem {
  label: string
  scoreMaximum: number
  resourceLinkId?: string
  tag?: string
}

export interface Score {
  userId: string
  scoreGiven: number
  scoreMaximum: number
  comment: string
  /** ISO 8601 with milliseconds. */
  timestamp: string
  activityProgress: 'Completed'
  /** LMSs show only `FullyGraded` scores as grades. */
  gradingProgress: 'FullyGraded' | 'Pending'
}

const requireFine = (answer: ServiceAnswer): ServiceAnswer => {
  if (answer.problem) throw new ServiceFault(answer.problem)
  return answer
}

/** Columns of an LMS's gradebook, and the grades in them. Everything throws `ServiceFault`. */
export const createLineItems = (services: ServiceClient) => ({
  /** The column of a link, if there is one. */
  async find(
    platform: PlatformRow,
    lineItemsUrl: string,
    resourceLinkId: string,
  ): Promise<string | undefined> {
    const url = new URL(lineItemsUrl)
    url.searchParams.set('resource_link_id', resourceLinkId)
    const request = { method: 'GET', url: url.href, headers: { accept: LINE_ITEMS } } as const
    const answer = requireFine(
      await services.call(platform, { ...request, scopes: [LINE_ITEM_SCOPE] }, MAX_BYTES),
    )
    const items = lineItemsSchema.safeParse(tryParseJson(answer.body))
    if (!items.success) throw new ServiceFault('malformed')
    return (
      items.data
        .map((item) => lineItemSchema.safeParse(item).data)
        // Not all LMSs filter as they were asked to.
        .find((item) => item?.resourceLinkId === resourceLinkId)?.id
    )
  },

  async create(platform: PlatformRow, lineItemsUrl: string, item: NewLineItem): Promise<string> {
    const request = {
      method: 'POST',
      url: lineItemsUrl,
      headers: { 'content-type': LINE_ITEM, accept: LINE_ITEM },
      body: JSON.stringify(item),
    } as const
    const answer = requireFine(
      await services.call(platform, { ...request, scopes: [LINE_ITEM_SCOPE] }, MAX_BYTES),
    )
    const created = lineItemSchema.safeParse(tryParseJson(answer.body))
    if (!created.success) throw new ServiceFault('malformed')
    return created.data.id
  },

  async remove(platform: PlatformRow, url: string): Promise<void> {
    requireFine(
      await services.call(platform, { method: 'DELETE', url, scopes: [LINE_ITEM_SCOPE] }, MAX_BYTES),
    )
  },

  async sendScore(platform: PlatformRow, lineItemUrl: string, score: Score): Promise<void> {
    const request = {
      method: 'POST',
      url: scoresUrlOf(lineItemUrl),
      headers: { 'content-type': SCORE },
      body: JSON.stringify(score),
    } as const
    requireFine(await services.call(platform, { ...request, scopes: [SCORE_SCOPE] }, MAX_BYTES))
  },
})

export type LineItems = ReturnType<typeof createLineItems>

/** Some LMSs have a query in the address of a column. Pure. */
function scoresUrlOf(lineItemUrl: string): string {
  const url = new URL(lineItemUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/scores`
  return url.href
}
