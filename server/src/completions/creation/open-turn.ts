import { type CreationQuestion, say } from '@bellwether/wire'
import type { ChatMessage } from '../../connectors/connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import type { FirstModel } from '../../modules/assistants/index.ts'
import type { ProposalService, SessionService } from '../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { conflict } from '../../platform/errors.ts'
import type { CompletionOrder } from '../plan/completion-plan.ts'
import { type DraftToolDeps, draftTools } from './draft-tools.ts'
import { toInstructions } from './instructions.ts'
import { type OptionDeps, optionsTool } from './options-tool.ts'
import { type TrialDeps, trialTools } from './trial-tools.ts'
import type { Turn, TurnStats } from './turn.ts'

export interface OpenTurnDeps extends OptionDeps, TrialDeps, DraftToolDeps {
  creationSessions: SessionService
  proposals: ProposalService
  connectors: Pick<ConnectorRegistry, 'list' | 'find'>
  firstModel(organizationId: number): Promise<FirstModel>
}

export interface TurnRequest extends Pick<CreationQuestion, 'message' | 'draft' | 'trace_id'> {
  /** More instructions, for a skill of LAMB's clients. */
  skill?: string | undefined
}

/** A message that is ready to be answered. `release` must be called however it ends; twice is safe. */
export interface OpenTurn {
  order: CompletionOrder
  stats: TurnStats
  /** Saves the message. Called once the answer can no longer be refused. */
  begin(): Promise<void>
  /** Saves the answer, or as much of it as there is. */
  finish(text: string, traceId: string): Promise<void>
  release(): Promise<void>
}

/** Only the last ones are sent to the model. */
const SENT_MESSAGES = 40
const SENT_LENGTH = 60_000
const MAX_ROUNDS = 10

/** Prepares the answer to a message: an answer like any other, by the organization's default model. */
export const createOpenTurn =
  (deps: OpenTurnDeps) =>
  async (caller: UserCaller, sessionId: string, request: TurnRequest): Promise<OpenTurn> => {
    const { creationSessions: sessions, proposals } = deps
    const session = await sessions.getRow(caller, sessionId)
    const base = await proposals.baseOf(caller, session, request.draft)
    const model = await requireModel(deps, caller.organizationId)
    const release = await sessions.reserve(session)
    try {
      const stats: TurnStats = { tool_calls: 0, tool_errors: 0, total_tool_time_ms: 0, model: model.llm }
      const turn: Turn = {
        caller,
        session,
        base,
        hasForm: request.draft !== undefined,
        traceId: request.trace_id,
        stats,
        async noteCall(call) {
          stats.tool_calls++
          if (!call.succeeded) stats.tool_errors++
          stats.total_tool_time_ms += call.milliseconds
          await sessions.noteCall({ ...call, sessionId: session.id })
        },
      }
      const instructions = toInstructions({
        hasForm: turn.hasForm,
        isNew: base.assistantId === undefined,
        proposals: await proposals.list(session.id),
        skill: request.skill,
      })
      const history = toHistory(await sessions.messages(session.id))
      return {
        order: {
          assistant: { draft: toAgent(instructions, model) },
          request: { messages: [...history, { role: 'user', content: request.message }], stream: true },
          functions: [...draftTools(deps, turn), optionsTool(deps, turn), ...trialTools(deps, turn)],
        },
        stats,
        begin: () => sessions.addQuestion(session, request.message),
        finish: (text, traceId) => sessions.addAnswer(session.id, text, traceId),
        release,
      }
    } catch (error) {
      await release()
      throw error
    }
  }

export type CreateTurn = ReturnType<typeof createOpenTurn>

/** For clients that offer templates instead. */
const NO_MODEL = { openAiCode: 'no_model', bodyCode: 'no_model' }

/** Throws a conflict that says what to do instead. */
async function requireModel(
  { firstModel, connectors }: Pick<OpenTurnDeps, 'firstModel' | 'connectors'>,
  organizationId: number,
): Promise<FirstModel> {
  const model = await firstModel(organizationId)
  const capabilities = connectors.find(model.connector)?.capabilities
  if (model.connector === 'quotes' || !capabilities) throw conflict(say('creation.no_model'), NO_MODEL)
  if (!capabilities.functions) throw conflict(say('creation.no_tools_model'), NO_MODEL)
  return model
}

/** The assistant that answers. It is never saved, and has the rights of the person. */
const toAgent = (instructions: string, { connector, llm }: FirstModel) => ({
  system_prompt: instructions,
  prompt_template: '',
  metadata: JSON.stringify({ connector, llm, rag_processor: '', max_tool_iterations: MAX_ROUNDS }),
  rag_collections: '',
  rag_top_k: 3,
})

/** The end of the conversation that fits. Starts with a message of the person. */
function toHistory(messages: readonly { role: 'user' | 'assistant'; content: string }[]): ChatMessage[] {
  const sent: ChatMessage[] = []
  let length = 0
  for (const { role, content } of messages.slice(-SENT_MESSAGES).toReversed()) {
    length += content.length
    if (length > SENT_LENGTH) break
    sent.unshift({ role, content })
  }
  const first = sent.findIndex(({ role }) => role === 'user')
  return first === -1 ? [] : sent.slice(first)
}
