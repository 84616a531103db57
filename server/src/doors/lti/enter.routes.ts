import { ltiEnteredSchema, ltiEnterSchema, ltiMemberActivitySchema } from '@bellwether/wire'
import * as z from 'zod'
import { requireOwnPage, toIdentity, toSessionCookie } from '../../modules/users/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { notFound } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { findLanguage } from '../../platform/languages.ts'
import { LTI_TAG, type LtiDoorDeps } from './lti-deps.ts'
import { toEnterPath } from './lti11/launch.routes.ts'
import { withClearErrors } from './token-errors.ts'

const idParams = z.object({ id: z.coerce.number().int().positive() })

/** From a launch to the chat: the page exchanges the code in its URL for a session. */
export const createEnterRoutes = (deps: LtiDoorDeps): Endpoint[] => [enterRoute(deps), ...memberRoutes(deps)]

const enterRoute = ({ lti, users, browserSessions, publicUrl }: LtiDoorDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: '/lti/enter',
    tag: LTI_TAG,
    summary: 'Sign in with the code of a launch',
    description:
      'The code works once, within 60 seconds. In a frame, the session’s cookie is limited to the LMS that shows the frame.',
    access: 'public',
    bodyLimit: 4096,
    body: ltiEnterSchema,
    answer: ltiEnteredSchema,
    async handle({ body, exchange }) {
      requireOwnPage(exchange, publicUrl)
      return withClearErrors(async () => {
        const { data } = await lti.tokens.use('enter', body.code)
        await lti.accounts.requireUsable(data.userId)
        const user = await users.findById(data.userId)
        if (!user) throw notFound('User')
        const identity = toIdentity(user, publicUrl)
        const open = await browserSessions.begin(user)
        const activity =
          data.activityId === undefined ? null : await describeFor(lti, user.id, data.activityId)
        return new Reply(
          {
            access_token: open.accessToken,
            expires_in: open.accessSeconds,
            user: { ...identity, language: identity.language ?? findLanguage(data.locale) },
            activity,
            assistant_id: data.assistantId ?? null,
          },
          {
            'cache-control': 'no-store',
            'set-cookie': toSessionCookie(
              exchange,
              publicUrl,
              open.refreshToken,
              open.refreshSeconds,
              body.framed,
            ),
          },
        )
      })
    },
  })

async function describeFor(lti: LtiDoorDeps['lti'], userId: number, id: number) {
  const { activity, member, assistants } = await lti.activities.findForMember({ userId }, id)
  return {
    id,
    name: activity.name,
    assistants,
    // Teachers and test users are not asked, because their chats are not shown.
    chats_visible: activity.chats_visible === 1 && member.role === 'student',
    consent_given: member.consent_at !== null,
  }
}

const memberRoutes = ({ lti }: LtiDoorDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/lti/activities/{id}',
    tag: LTI_TAG,
    summary: 'Get an activity that you are a member of',
    description: 'Its assistants, and whether teachers may read your chats.',
    access: 'user',
    params: idParams,
    answer: ltiMemberActivitySchema,
    handle: ({ params, caller }) => describeFor(lti, caller.userId, params.id),
  }),
  endpoint({
    method: 'POST',
    path: '/lti/activities/{id}/consent',
    tag: LTI_TAG,
    summary: 'Allow teachers to read your chats in an activity',
    description: 'For chats that you start from now on. Your name is not shown.',
    access: 'user',
    params: idParams,
    answer: 'none',
    async handle({ params, caller }) {
      await lti.activities.findForMember(caller, params.id)
      await lti.activities.giveConsent(params.id, caller.userId)
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/lti/activities/{id}/consent',
    tag: LTI_TAG,
    summary: 'Stop teachers from reading your chats in an activity',
    description: 'Takes effect immediately, also for earlier chats.',
    access: 'user',
    params: idParams,
    answer: 'none',
    async handle({ params, caller }) {
      await lti.activities.findForMember(caller, params.id)
      await lti.activities.withdrawConsent(params.id, caller.userId)
    },
  }),
  endpoint({
    method: 'POST',
    path: '/lti/activities/{id}/open',
    tag: LTI_TAG,
    summary: 'Get a URL that opens an activity in another tab',
    description: 'For browsers that restrict pages in frames. The URL works once, within 60 seconds.',
    access: 'session',
    params: idParams,
    answer: z.object({ url: z.string() }),
    async handle({ params, caller }: { params: { id: number }; caller: UserCaller }) {
      await lti.activities.findForMember(caller, params.id)
      const data = { userId: caller.userId, activityId: params.id }
      return { url: toEnterPath(await lti.tokens.issue('enter', data, '')) }
    },
  }),
]
