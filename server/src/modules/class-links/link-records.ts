import { CLASS_LINK_STATES, type ClassLink, type LinkedAssistant, parseMetadata } from '@bellwether/wire'
import * as z from 'zod'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { linkBudgets, periodAt } from '../budgets/index.ts'
import { type OrganizationService, parseConfig } from '../organizations/index.ts'
import { MICROS } from '../usage/index.ts'
import { stateOf } from '../users/index.ts'
import { classLinkRepository, type LinkRow } from './class-link.repository.ts'

export interface LinkRecordDeps {
  db: Db
  organizations: Pick<OrganizationService, 'getRow'>
  publicUrl: string
}

const sitesSchema = z.array(z.string())

export const sitesOf = ({ sites }: Pick<LinkRow, 'sites'>): string[] =>
  sitesSchema.safeParse(JSON.parse(sites)).data ?? []

/** A deleted link shows as off where it is shown at all. */
export const shownState = (link: LinkRow, now: number): ClassLink['state'] => {
  const state = stateOf(link, now)
  return CLASS_LINK_STATES.find((candidate) => candidate === state) ?? 'off'
}

/** What a person who came through the link may know about its assistant. */
export const toLinkedAssistant = (link: LinkRow): LinkedAssistant => ({
  id: link.assistant_id,
  name: link.assistant_name,
  description: link.assistant_description,
  model: `lamb_assistant.${link.assistant_id}`,
  vision: parseMetadata(link.assistant_metadata)?.capabilities?.vision === true,
})

/** Links as the people who manage the assistant see them. */
export function createLinkRecords({ db, organizations, publicUrl }: LinkRecordDeps) {
  return async (links: readonly LinkRow[]): Promise<ClassLink[]> => {
    const [first] = links
    if (!first) return []
    const { config } = await organizations.getRow(first.organization_id)
    const currency = parseConfig(config).prices?.currency ?? 'USD'
    const limits = await linkBudgets.read(
      db,
      links.map(({ id }) => id),
    )
    const now = nowSeconds()
    const starts = [periodAt('day', now).start, periodAt('month', now).start] as const
    const records: ClassLink[] = []
    for (const link of links) {
      const { guests, questions_today, spent } = await classLinkRepository.usageOf(db, link, ...starts)
      records.push({
        id: link.id,
        assistant_id: link.assistant_id,
        code: link.code,
        url: `${publicUrl}/l/${link.code}`,
        kind: link.kind,
        state: shownState(link, now),
        starts_at: link.starts_at,
        ends_at: link.ends_at,
        daily_questions: limits.get(link.id)?.daily_questions ?? null,
        max_cost: limits.get(link.id)?.max_cost ?? null,
        currency,
        sites: sitesOf(link),
        paused: link.paused === 1,
        guests,
        questions_today,
        spent: spent / MICROS,
        created_at: link.created_at,
      })
    }
    return records
  }
}
