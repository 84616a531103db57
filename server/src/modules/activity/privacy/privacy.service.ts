import type { ActivityPolicy, OwnPrivacy, PrivacyChange, PrivacySettings } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import { isGuest, type UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { forbidden } from '../../../platform/errors.ts'
import {
  type OrganizationService,
  organizationRepository,
  parseConfig,
  settingsIn,
  withSettings,
} from '../../organizations/index.ts'
import { TITLE_SECONDS } from '../topics/kept-titles.ts'
import { titleRepository } from '../topics/title.repository.ts'
import { chatRetentionRepository } from './chat-retention.repository.ts'
import { consentRepository } from './consent.repository.ts'

export interface PrivacyDeps {
  db: Db
  organizations: Pick<OrganizationService, 'getFor' | 'getRow' | 'changeConfig'>
}

const DAY_SECONDS = 86_400

function privacyIn(config: string): PrivacySettings {
  const { activity, chat_days } = settingsIn(parseConfig(config))
  return { activity, chat_days }
}

/** An organization's rules for what is kept of chats and who sees it, and each person's consent. */
export function createPrivacyService({ db, organizations }: PrivacyDeps) {
  async function settingsOf(organizationId: number): Promise<PrivacySettings> {
    const row = await organizationRepository.findById(db, organizationId)
    return privacyIn(row?.config ?? '{}')
  }

  return {
    policyOf: async (organizationId: number): Promise<ActivityPolicy> =>
      (await settingsOf(organizationId)).activity,

    async settings(caller: UserCaller, slug: string | undefined): Promise<PrivacySettings> {
      return privacyIn((await organizations.getFor(caller, 'see', slug)).config)
    },

    async changeSettings(
      caller: UserCaller,
      slug: string | undefined,
      change: PrivacyChange,
    ): Promise<PrivacySettings> {
      const row = await organizations.getFor(caller, 'edit', slug)
      const saved = await organizations.changeConfig(caller, row, (config) => withSettings(config, change))
      return privacyIn(saved.config)
    },

    async own(caller: UserCaller): Promise<OwnPrivacy> {
      const settings = await settingsOf(caller.organizationId)
      // Guests have no name that could be shown.
      return {
        ...settings,
        show_name: isGuest(caller) ? false : await consentRepository.find(db, caller.userId),
      }
    },

    async setConsent(caller: UserCaller, showName: boolean): Promise<OwnPrivacy> {
      if (isGuest(caller)) throw forbidden(say('class_links.guest_only_chats'))
      await consentRepository.save(db, {
        user_id: caller.userId,
        organization_id: caller.organizationId,
        named: showName ? 1 : 0,
        decided_at: nowSeconds(),
      })
      return { ...(await settingsOf(caller.organizationId)), show_name: showName }
    },

    /** Deletes chats that were not used for as long as their organization keeps them, and old titles of topics. */
    async removeOldChats(signal: AbortSignal, now: number = nowSeconds()): Promise<void> {
      await titleRepository.removeBefore(db, now - TITLE_SECONDS)
      for (const { id, config } of await organizationRepository.list(db)) {
        const { chat_days } = privacyIn(config)
        if (chat_days === 0) continue
        const before = now - chat_days * DAY_SECONDS
        await inBatches((limit) => chatRetentionRepository.removeBefore(db, id, before, limit), signal)
      }
    },
  }
}

export type PrivacyService = ReturnType<typeof createPrivacyService>
