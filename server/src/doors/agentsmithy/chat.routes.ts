import { type AgentChat, agentAnswerSchema, agentChatSchema, DIALOG_LIMITS, say } from '@bellwether/wire'
import { textOf } from '../../completions/prompt-processors/message-text.ts'
import { badRequest } from '../../platform/errors.ts'
import { ANSWERED, type Endpoint } from '../../platform/http/endpoint.ts'
import type { AgentEndpoint } from './agent-endpoint.ts'
import type { AgentSession } from './agent-session.ts'
import type { DialogRow } from './dialogs/dialog.repository.ts'
import { beginDialog, type DialogRouteDeps } from './dialogs.routes.ts'
import { writeEvents } from './events/write-events.ts'
import type { AgentTurn, AskAgent } from './turns/ask-agent.ts'
import { modelFor, type WorkloadDeps } from './turns/workloads.ts'

export interface ChatRouteDeps extends DialogRouteDeps, WorkloadDeps {
  askAgent: AskAgent
  heartbeatMs: number
}

/** A message may include open files. */
const MAX_BODY = 4 * 1024 * 1024

export const createChatRoutes = (agentEndpoint: AgentEndpoint, deps: ChatRouteDeps): Endpoint[] => [
  agentEndpoint({
    method: 'POST',
    at: '/api/chat',
    summary: 'Send a message to an agent',
    description:
      'Streams the answer as server-sent events, or returns it as one JSON object together with its tool calls.',
    body: agentChatSchema,
    bodyLimit: MAX_BODY,
    answer: agentAnswerSchema,
    async handle({ agentSession, body, exchange }) {
      const text = questionIn(body)
      const model = await modelFor(deps, agentSession, body.workload)
      const dialog = await dialogFor(deps, agentSession, body.dialog_id)
      const { context } = body
      const { signal, route: door } = exchange
      const turn = await deps.askAgent({ agentSession, dialog, text, context, model, door, signal })
      if (body.stream === false) return collect(agentSession, dialog, turn)
      await writeEvents(exchange, dialog.id, turn.events, deps.heartbeatMs)
      return ANSWERED
    },
  }),
]

function questionIn({ messages }: AgentChat): string {
  const text = textOf(messages.findLast(({ role }) => role === 'user')?.content).replaceAll('\u0000', '')
  if (text.trim() === '') throw badRequest(say('agents.message_required'))
  if (text.length > DIALOG_LIMITS.message)
    throw badRequest(say('agents.message_too_long', { limit: DIALOG_LIMITS.message }))
  return text
}

/** The dialog that is named, or else the open one, or else a new one. */
async function dialogFor(
  deps: ChatRouteDeps,
  agentSession: AgentSession,
  id: string | null | undefined,
): Promise<DialogRow> {
  const { caller, assistant } = agentSession
  if (id) return deps.dialogs.get(caller, 'edit', assistant.id, id)
  return (await deps.dialogs.current(caller, assistant.id)) ?? beginDialog(deps, agentSession, null, true)
}

/** An answer in one piece is a stream read to its end. */
async function collect(
  agentSession: AgentSession,
  dialog: DialogRow,
  { events, rounds, checkpoint, session }: AgentTurn,
) {
  for await (const _event of events) {
    // The answer is saved by `rounds`.
  }
  return {
    content: rounds.answer,
    done: true,
    dialog_id: dialog.id,
    tool_calls: rounds.toolCalls,
    tool_results: rounds.toolResults,
    metadata: { agent_used: agentSession.assistant.name, ...(checkpoint ? { checkpoint } : {}), session },
  }
}
