import { CREATION_LIMITS, type CreationSession } from '@bellwether/wire'
import * as z from 'zod'
import type { ToolCallRow } from '../../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { ANSWERED, type Endpoint } from '../../../platform/http/endpoint.ts'
import { toAppError } from '../../../platform/http/error-bodies.ts'
import { openEventStream } from '../../../platform/http/event-stream.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import { toIso } from '../iso-time.ts'
import { lambGroup } from '../lamb-endpoint.ts'
import { type AacEvent, type AacMessageDeps, answerMessage } from './answer-message.ts'
import { listSkills, requireSkill, titleOf } from './skills.ts'
import { textsFor } from './texts.ts'

export interface AacRouteDeps extends AacMessageDeps {
  heartbeatMs: number
}

const group = { tag: 'agent-assisted creation', access: 'author', base: '/creator/aac/sessions' } as const
const signedIn = lambGroup({ ...group, access: 'user', base: '/creator/aac' })
const author = lambGroup(group)
const ofSession = lambGroup({
  ...group,
  base: `${group.base}/{id}`,
  params: z.object({ id: z.string().max(100) }),
})
const MAX_LISTED = 100

const assistantId = z.coerce.number().int().positive().nullish()
const newSession = z.looseObject({
  assistant_id: assistantId,
  skill: z.string().max(100).nullish(),
  context: z.looseObject({ assistant_id: assistantId }).nullish(),
})
const messageBody = z.looseObject({ message: z.string().trim().min(1).max(CREATION_LIMITS.message) })
const titleBody = z.looseObject({ title: z.string().trim().min(1).max(CREATION_LIMITS.title) })

/** LAMB's agent-assisted creation (contract §15), on the sessions of “Build it with me”. */
export const createAacRoutes = (deps: AacRouteDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...sessionRoutes(deps),
  ...messageRoutes(deps),
]

const listRoutes = ({ db, creationSessions }: AacRouteDeps): Endpoint[] => [
  signedIn('GET', '/skills', 'List the skills of the creation agent', {
    description: 'Ways to start a session.',
    handle: async ({ caller }) => listSkills(await textsFor(db, caller)),
  }),
  signedIn('GET', '/sessions', 'List your sessions with the creation agent', {
    description: 'Newest first. The same sessions as in the builder.',
    async handle({ caller }) {
      const { sessions } = await creationSessions.list(caller, { limit: MAX_LISTED, offset: 0 })
      const counts = await creationSessions.countCalls(sessions.map(({ id }) => id))
      return sessions.map((session) => toLambSession(caller, session, counts.get(session.id)))
    },
  }),
  author('POST', '', 'Start a session with the creation agent', {
    description: 'For a new assistant, or for one that you can edit.',
    creates: true,
    body: newSession,
    async handle({ caller, body }) {
      const skill = body.skill ? requireSkill(body.skill) : null
      const assistantId = body.assistant_id ?? body.context?.assistant_id
      const draft = { assistantId, skill, title: titleOf(skill) }
      return toLambSession(caller, await creationSessions.create(caller, draft))
    },
  }),
]

const sessionRoutes = ({ creationSessions }: AacRouteDeps): Endpoint[] => [
  ofSession('GET', '', 'Get a session', {
    description: 'With its conversation and the list of tool calls.',
    handle: ({ caller, params: { id } }) => readSession(creationSessions, caller, id),
  }),
  ofSession('DELETE', '', 'Delete a session', {
    description: 'Deletes its messages and proposals. The assistant is not changed.',
    async handle({ caller, params: { id } }) {
      await creationSessions.remove(caller, id)
      return { success: true }
    },
  }),
  ofSession('PUT', '/title', 'Rename a session', {
    body: titleBody,
    async handle({ caller, params: { id }, body: { title } }) {
      await creationSessions.change(caller, id, { title })
      return { success: true, title }
    },
  }),
]

const messageRoutes = (deps: AacRouteDeps): Endpoint[] => [
  ofSession('POST', '/message', 'Send a message to the creation agent', {
    description:
      'Proposed changes are listed below the answer and are saved only when the next message is “accept”.',
    body: messageBody,
    async handle({ caller, params: { id: sessionId }, body: { message }, exchange: { signal } }) {
      let response = ''
      for await (const event of answerMessage(deps, { caller, sessionId, message, signal })) {
        if ('content' in event) response += event.content
        if ('done' in event) return { response, stats: event.stats }
      }
      return { response, stats: {} }
    },
  }),
  ofSession('POST', '/message/stream', 'Send a message to the creation agent, with a streamed answer', {
    description: 'LAMB’s events: `content`, `status`, `error`, `done`, then `[DONE]`.',
    body: messageBody,
    async handle({ caller, params: { id: sessionId }, body: { message }, exchange }) {
      const { signal } = exchange
      await streamAac(exchange, answerMessage(deps, { caller, sessionId, message, signal }), deps.heartbeatMs)
      return ANSWERED
    },
  }),
]

async function readSession(
  sessions: AacRouteDeps['creationSessions'],
  caller: UserCaller,
  id: string,
): Promise<object> {
  const { messages, proposals: _proposals, ...session } = await sessions.get(caller, id)
  const calls = await sessions.calls(id)
  const errors = calls.filter(({ succeeded }) => succeeded === 0).length
  return {
    ...toLambSession(caller, session, { calls: calls.length, errors }),
    conversation: messages.map(({ role, content }) => ({ role, content })),
    tool_audit: calls.map(toAudit),
  }
}

const toLambSession = (
  caller: UserCaller,
  session: CreationSession,
  { calls, errors } = { calls: 0, errors: 0 },
): Record<string, unknown> => ({
  id: session.id,
  assistant_id: session.assistant_id,
  title: session.title,
  status: 'active',
  user_email: caller.email,
  organization_id: caller.organizationId,
  turn_count: session.turn_count,
  tool_calls: calls,
  tool_errors: errors,
  skill: session.skill,
  skill_id: session.skill,
  created_at: toIso(session.created_at),
  updated_at: toIso(session.updated_at),
})

const toAudit = (call: ToolCallRow) => ({
  ts: toIso(call.created_at),
  command: call.tool,
  intent: call.summary,
  success: call.succeeded === 1,
  elapsed_ms: call.milliseconds,
  summary: call.summary,
  artifacts:
    call.proposal_id === null ? [] : [{ type: 'proposal', id: call.proposal_id, action: 'proposed' }],
})

const toFrame = (payload: object | string): string =>
  `data: ${typeof payload === 'string' ? payload : JSON.stringify(payload)}\n\n`

/** Writes LAMB's stream. An error before the first event is thrown, so that it has its own status. */
async function streamAac(
  exchange: Exchange,
  events: AsyncIterable<AacEvent>,
  heartbeatMs: number,
): Promise<void> {
  const stream = openEventStream(exchange.outgoing, heartbeatMs)
  try {
    for await (const event of events) {
      stream.begin()
      const backpressure = stream.write(toFrame(event))
      if (backpressure) await backpressure
    }
    stream.end(toFrame('[DONE]'))
  } catch (thrown) {
    if (!stream.hasBegun && stream.isOpen) throw thrown
    if (!stream.isOpen) return
    const error = toAppError(thrown)
    if (error.code === 'internal')
      exchange.log.error({ err: error.cause ?? error, route: exchange.route }, 'stream failed')
    stream.end(toFrame({ error: error.message }) + toFrame('[DONE]'))
  }
}
