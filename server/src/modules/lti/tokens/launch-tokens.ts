import { hash } from 'node:crypto'
import * as z from 'zod'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { newToken } from '../../../platform/ids.ts'
import { deepLinkingSettingsSchema } from '../claims/deep-linking-settings.ts'
import { LaunchRefused } from '../launch/problem.ts'
import { type LaunchTokenRow, launchTokenRepository } from './launch-token.repository.ts'

/** A person of an LMS and the link they clicked. */
const linkSchema = z.object({
  platform: z.string(),
  lmsUserId: z.string(),
  name: z.string(),
  resourceLinkId: z.string(),
  contextId: z.string(),
  contextTitle: z.string(),
  linkTitle: z.string(),
  /** LTI 1.3: the only organization whose educators may set it up. */
  organizationId: z.number().optional(),
})
export type LaunchedLink = z.infer<typeof linkSchema>

/** A request for content, which one educator answers. */
const deepLinkSchema = z.object({
  platformId: z.number(),
  deploymentId: z.string(),
  settings: deepLinkingSettingsSchema,
})

const schemas = {
  /** Signs in the browser that opens the page; once. */
  enter: z.object({
    userId: z.number(),
    activityId: z.number().optional(),
    assistantId: z.number().optional(),
    /** Of the LMS, for people who have not chosen one. */
    locale: z.string().optional(),
  }),
  /** Sets up an activity, as this educator. */
  setup: linkSchema.extend({ userId: z.number() }),
  /** Links an educator's account with their LMS account. */
  link: linkSchema.extend({ deepLink: deepLinkSchema.optional() }),
  /** Chooses assistants for a course, as this educator. */
  choose: deepLinkSchema.extend({ userId: z.number(), contextTitle: z.string() }),
  /** Publishes the chosen assistants as this educator, and sends them back to the LMS. */
  reply: deepLinkSchema.extend({
    userId: z.number(),
    items: z.array(
      z.object({
        linkId: z.string(),
        assistantId: z.number(),
        title: z.string(),
        text: z.string(),
        scoreMaximum: z.number().optional(),
      }),
    ),
    locale: z.string().optional(),
  }),
  /** Shows how an activity is used. `userId`: the educator's account, if it is known. */
  dashboard: z.object({
    activityId: z.number(),
    userId: z.number().optional(),
    lmsUserId: z.string(),
    name: z.string(),
  }),
  /** A launch of LTI 1.3 that waits until the browser has proven that it started the login. */
  bind: z.object({ browserHash: z.string(), launch: z.unknown() }),
  /** Registers an LMS for an organization; created by its admin. */
  register: z.object({ organizationId: z.number(), userId: z.number() }),
}

export type Purpose = keyof typeof schemas
export type TokenData<P extends Purpose> = z.infer<(typeof schemas)[P]>

const LIFETIMES: Record<Purpose, number> = {
  enter: 60,
  setup: 600,
  link: 600,
  // Long enough to create an assistant in the meantime.
  choose: 3600,
  reply: 120,
  dashboard: 1800,
  bind: 120,
  register: 86_400,
}
/** Rows are kept for a day, so that a page in a frame can be reloaded. */
const KEEP_SECONDS = 86_400

// Tokens have 256 random bits, so a fast hash is safe.
const toHash = (token: string): string => hash('sha256', token)

/** Short-lived tokens in the address of a launched page. Only their hashes are stored, in the database. */
export function createLaunchTokens(db: Db) {
  const parse = <P extends Purpose>(purpose: P, row: LaunchTokenRow): TokenData<P> =>
    schemas[purpose].parse(JSON.parse(row.data)) as TokenData<P>

  return {
    async issue<P extends Purpose>(
      purpose: P,
      data: TokenData<P>,
      frameOrigins: string,
      tx: Db = db,
    ): Promise<string> {
      const token = newToken()
      const now = nowSeconds()
      await launchTokenRepository.insert(tx, {
        token_hash: toHash(token),
        purpose,
        data: JSON.stringify(data),
        frame_origins: frameOrigins,
        created_at: now,
        expires_at: now + LIFETIMES[purpose],
        used_at: null,
      })
      return token
    },

    /** Throws `LaunchRefused` if it is unknown, expired, used up or for another purpose. */
    async read<P extends Purpose>(
      purpose: P,
      token: string,
    ): Promise<{ data: TokenData<P>; frameOrigins: string }> {
      const row = await launchTokenRepository.find(db, toHash(token))
      if (!row || row.purpose !== purpose || row.used_at !== null || row.expires_at <= nowSeconds())
        throw new LaunchRefused('link_expired')
      return { data: parse(purpose, row), frameOrigins: row.frame_origins }
    },

    /** The same, and the token can't be used again. */
    async use<P extends Purpose>(
      purpose: P,
      token: string,
      tx: Db = db,
    ): Promise<{ data: TokenData<P>; frameOrigins: string }> {
      const row = await launchTokenRepository.use(tx, toHash(token), purpose, nowSeconds())
      if (!row) throw new LaunchRefused('link_expired')
      return { data: parse(purpose, row), frameOrigins: row.frame_origins }
    },

    /** The origins whose pages may show this token's page, also when it was used already. */
    async frameOriginsOf(token: string): Promise<readonly string[]> {
      const row = await launchTokenRepository.find(db, toHash(token))
      return row?.frame_origins.split(' ').filter(Boolean) ?? []
    },

    async removeOld(signal: AbortSignal): Promise<void> {
      const before = nowSeconds() - KEEP_SECONDS
      await inBatches((limit) => launchTokenRepository.removeExpired(db, before, limit), signal)
    },
  }
}
