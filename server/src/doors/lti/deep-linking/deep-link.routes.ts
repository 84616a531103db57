import {
  ltiChoiceSchema,
  ltiChoicesSchema,
  ltiChosenSchema,
  ltiNewAssistantSchema,
  ltiTokenQuerySchema,
  ltiUrlSchema,
  say,
} from '@bellwether/wire'
import { LaunchRefused, type TokenData, toDeepLinkingAnswer } from '../../../modules/lti/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { badRequest, isAppError, notFound } from '../../../platform/errors.ts'
import { type Endpoint, endpoint, type Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { newToken } from '../../../platform/ids.ts'
import { LTI_TAG, LTI13_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { ltiEndpoint } from '../lti-endpoint.ts'
import { launchUrlOf } from '../lti13/login.routes.ts'
import { notAddedPage, toRefusal } from '../pages/launch-page.ts'
import { withClearErrors } from '../token-errors.ts'
import { returnPage } from './return-page.ts'

const BASE = '/lti/deep-link'
const MAX_BYTES = 64 * 1024

/** Choosing assistants inside an LMS. The token of the launch is the only credential. */
export const createDeepLinkRoutes = (deps: LtiDoorDeps): Endpoint[] => [
  choicesRoute(deps),
  newAssistantRoute(deps),
  chooseRoute(deps),
  returnRoute(deps),
]

/** Published assistants that the educator may use, and their own that are not published yet. */
async function choicesOf({ lti, assistants }: LtiDoorDeps, educator: UserCaller) {
  const ownAssistants = await assistants.listOwn(educator, { limit: 1000, offset: 0 })
  const published = await lti.activities.choicesFor(educator)
  const publishedIds = new Set(published.map(({ id }) => id))
  const unpublished = ownAssistants.assistants
    .filter(({ id }) => !publishedIds.has(id))
    .map(({ id, name, description }) => ({ id, name, description, published: false }))
  return [...published.map((assistant) => ({ ...assistant, published: true })), ...unpublished]
}

const choicesRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    method: 'GET',
    path: BASE,
    tag: LTI_TAG,
    summary: 'Get the assistants that can be added to a course',
    description:
      'Published assistants that you may use, and your own. The token comes from a deep linking request of the LMS and is valid for an hour.',
    access: 'public',
    query: ltiTokenQuerySchema,
    answer: ltiChoicesSchema,
    handle: ({ query }) =>
      withClearErrors(async () => {
        const { data } = await deps.lti.tokens.read('choose', query.token)
        const educator = await deps.lti.educators.require(data.userId)
        const { name } = await deps.organizations.getRow(educator.organizationId)
        return {
          context_title: data.contextTitle,
          organization: name,
          educator: educator.name,
          several: data.settings.acceptsSeveral,
          assistants: await choicesOf(deps, educator),
        }
      }),
  })

const newAssistantRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${BASE}/assistants`,
    tag: LTI_TAG,
    summary: 'Create an assistant for a course',
    description: 'With the default model of your organization. You can add knowledge and tools to it later.',
    access: 'public',
    bodyLimit: MAX_BYTES,
    body: ltiNewAssistantSchema,
    answer: ltiChoiceSchema,
    status: 201,
    creates: false,
    handle: ({ body }) =>
      withClearErrors(async () => {
        const { data } = await deps.lti.tokens.read('choose', body.token)
        const educator = await deps.lti.educators.require(data.userId)
        const { id, name, description } = await deps.assistants.create(
          educator,
          {
            name: body.name,
            description: '',
            system_prompt: body.instructions,
            prompt_template: undefined,
            metadata: undefined,
            rag_collections: undefined,
            rag_top_k: undefined,
          },
          { isStrict: true },
        )
        return { id, name, description, published: false }
      }),
  })

const chooseRoute = (deps: LtiDoorDeps): Endpoint =>
  endpoint({
    method: 'POST',
    path: BASE,
    tag: LTI_TAG,
    summary: 'Add assistants to a course',
    description:
      'Checks that they can be published, and returns the page that sends them to the LMS; open it within two minutes. With no assistants, the LMS is told that nothing was chosen. The token works once.',
    access: 'public',
    bodyLimit: MAX_BYTES,
    body: ltiChosenSchema,
    answer: ltiUrlSchema,
    handle: ({ body }) =>
      withClearErrors(async () => {
        const { lti, assistants } = deps
        const { data, frameOrigins } = await lti.tokens.read('choose', body.token)
        const educator = await lti.educators.require(data.userId)
        const ids = new Set(body.assistant_ids)
        if (ids.size > 1 && !data.settings.acceptsSeveral) throw badRequest(say('lti.one_assistant'))
        const selected = (await choicesOf(deps, educator)).filter(({ id }) => ids.has(id))
        if (selected.length < ids.size) throw notFound('Assistant')
        const { platformId, deploymentId, settings, userId } = data
        const items = await toItems(deps, educator, selected, settings.acceptsLineItem)
        const reply = { platformId, deploymentId, settings, userId, items }
        // Problems are reported here, where the educator can still choose again.
        await toSignedAnswer(deps, reply)
        await assistants.requireAllPublishable(educator, unpublishedOf(selected))
        await lti.tokens.use('choose', body.token)
        const token = await lti.tokens.issue('reply', reply, frameOrigins)
        return { url: `/lti/1.3/deep-link?${new URLSearchParams({ token })}` }
      }),
  })

const unpublishedOf = (choices: readonly { id: number; published: boolean }[]): number[] =>
  choices.filter(({ published }) => !published).map(({ id }) => id)

const toItems = (
  { lti, rubricOf }: LtiDoorDeps,
  educator: UserCaller,
  selected: readonly { id: number; name: string; description: string }[],
  withLineItems: boolean,
) =>
  Promise.all(
    selected.map(async ({ id, name, description }) => {
      const rubric = withLineItems ? await rubricOf(educator, id) : undefined
      return {
        linkId: lti.deepLinks.newId(),
        assistantId: id,
        title: name,
        text: description,
        ...(rubric ? { scoreMaximum: rubric.maxScore } : {}),
      }
    }),
  )

/** The message for the LMS. */
const toSignedAnswer = async (
  { lti13, publicUrl }: LtiDoorDeps,
  { platformId, deploymentId, items, settings }: TokenData<'reply'>,
): Promise<string> =>
  lti13.signingKeys.sign(
    toDeepLinkingAnswer({
      platform: await lti13.platforms.findById(platformId),
      deploymentId,
      items,
      data: settings.data,
      launchUrl: launchUrlOf(publicUrl),
      nonce: newToken(),
      now: nowSeconds(),
    }),
  )

const returnRoute = (deps: LtiDoorDeps): Endpoint =>
  ltiEndpoint({
    method: 'GET',
    path: '/lti/1.3/deep-link',
    tag: LTI13_TAG,
    summary: 'Send the chosen assistants to the LMS',
    description:
      'A page that posts the signed response to the URL that the LMS sent. Assistants that are not published yet are published now, all or none. Works once.',
    access: 'public',
    query: ltiTokenQuerySchema,
    async handle({ query, exchange }) {
      try {
        const { data, frameOrigins } = await deps.lti.tokens.read('reply', query.token)
        const jwt = await toSignedAnswer(deps, data)
        await addToCourse(deps, query.token, data)
        return returnPage(exchange, { jwt, returnUrl: data.settings.returnUrl, frameOrigins })
      } catch (error) {
        return toFailure(deps, exchange, query.token, error)
      }
    },
  })

/** A browser shows a page, because the frame of the LMS has no other one to go back to. Programs get the error. */
async function toFailure(
  { lti }: LtiDoorDeps,
  exchange: Exchange,
  token: string,
  error: unknown,
): Promise<Reply> {
  if (!exchange.header('accept')?.includes('text/html')) return withClearErrors(() => Promise.reject(error))
  const frameOrigins = (await lti.tokens.frameOriginsOf(token)).join(' ')
  if (error instanceof LaunchRefused) return toRefusal(exchange, error, frameOrigins)
  if (!isAppError(error)) throw error
  return notAddedPage(exchange, error, frameOrigins)
}

/** Only now: an educator who closes the page before has published nothing. */
async function addToCourse(
  deps: LtiDoorDeps,
  token: string,
  { userId, items }: TokenData<'reply'>,
): Promise<void> {
  const { lti, assistants } = deps
  const educator = await lti.educators.require(userId)
  const ids = new Set(items.map(({ assistantId }) => assistantId))
  const selected = (await choicesOf(deps, educator)).filter(({ id }) => ids.has(id))
  if (selected.length < ids.size) throw notFound('Assistant')
  await assistants.publishTogether(educator, unpublishedOf(selected), async (tx) => {
    await lti.tokens.use('reply', token, tx)
    await lti.deepLinks.save(
      tx,
      educator,
      items.map(({ linkId, assistantId, title }) => ({ id: linkId, assistantId, title })),
    )
  })
}
