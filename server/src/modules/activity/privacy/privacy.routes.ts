import {
  consentSchema,
  ownPrivacySchema,
  privacyChangeSchema,
  privacySettingsSchema,
  slugParamSchema,
} from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { toSlug } from '../../organizations/index.ts'
import type { PrivacyService } from './privacy.service.ts'

const tag = 'Activity'
const settings = {
  tag,
  path: '/organizations/{slug}/privacy',
  access: 'user',
  params: slugParamSchema,
  answer: privacySettingsSchema,
} as const

export const createPrivacyRoutes = ({ privacy }: { privacy: PrivacyService }): Endpoint[] => [
  endpoint({
    ...settings,
    method: 'GET',
    summary: 'Get the privacy settings',
    description: 'What educators see of conversations with their assistants, and how long chats are kept.',
    handle: ({ caller, params }) => privacy.settings(caller, toSlug(params.slug)),
  }),
  endpoint({
    ...settings,
    method: 'PUT',
    audited: true,
    summary: 'Update the privacy settings',
    description:
      '`activity`: `off` shows educators figures only; `pseudonymous` (default) shows conversations without names; `named` shows the names of people who agreed. Chats started while it is `off` are never shown. `chat_days`: chats not used for that many days are deleted; 0 keeps them. Requires an admin of the organization.',
    body: privacyChangeSchema,
    handle: ({ caller, params, body }) => privacy.changeSettings(caller, toSlug(params.slug), body),
  }),
  endpoint({
    method: 'GET',
    path: '/account/privacy',
    tag,
    summary: 'Get the privacy of your chats',
    description: 'Whether educators can read your chats, and whether you agreed that they see your name.',
    access: 'user',
    openToGuests: true,
    answer: ownPrivacySchema,
    handle: ({ caller }) => privacy.own(caller),
  }),
  endpoint({
    method: 'PUT',
    path: '/account/privacy',
    tag,
    summary: 'Agree to show your name',
    description:
      'Whether educators see your name beside your conversations, if your organization allows names. Withdrawing takes effect immediately, also for earlier conversations.',
    access: 'session',
    body: consentSchema,
    answer: ownPrivacySchema,
    handle: ({ caller, body }) => privacy.setConsent(caller, body.show_name),
  }),
]
