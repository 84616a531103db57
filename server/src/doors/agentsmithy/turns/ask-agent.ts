import type { EditorContext } from '@bellwether/wire'
import { discardHolds, orDiscardHolds } from '../../../completions/budget/answer-holds.ts'
import type { CompletionEvent } from '../../../completions/events/completion-event.ts'
import type { AskFastModel } from '../../../completions/model-calls/ask-fast-model.ts'
import type { Plan, PlanCompletion } from '../../../completions/plan/completion-plan.ts'
import { createRecord } from '../../../completions/run/create-record.ts'
import { type RunDeps, runCompletion } from '../../../completions/run/run.ts'
import type { ChatMessage } from '../../../connectors/connector.ts'
import type { DialogMessage, DialogRow, DialogService } from '../../../modules/dialogs/index.ts'
import { wordsOfFrames } from '../../../platform/http/stream-frames.ts'
import type { Locks } from '../../../platform/instances/locks.ts'
import { inTime } from '../../../platform/time-limit.ts'
import type { AgentSession } from '../agent-session.ts'
import { type AgentEvent, parseArgs, Segments } from '../events/events.ts'
import { sessionName } from '../session-name.ts'
import { type AgentWorkspaces, createFileFinder, type FindFile, openToSee } from './agent-workspace.ts'
import { SUMMARY_MS, splitForSummary, summaryPrompt } from './compact.ts'
import { dialogTools } from './dialog-tools.ts'
import { toModelMessages, withEditor } from './model-messages.ts'
import { RoundRecorder } from './round-recorder.ts'
import { createTurnGate } from './turn-gate.ts'

export interface AskAgentDeps {
  dialogs: DialogService
  workspaces: AgentWorkspaces
  planCompletion: PlanCompletion
  run: RunDeps
  locks: Locks
  askFastModel: AskFastModel
  summaryBudget: number
}

export interface AgentQuestion {
  agentSession: AgentSession
  dialog: DialogRow
  text: string
  context: EditorContext | null | undefined
  /** Instead of the assistant's own. */
  model: string | undefined
  /** The address that was asked, for the trace. */
  door: string
  signal: AbortSignal
}

/** An answer that may begin: whatever could be refused has been. Its events have to be read to the end, or returned from. */
export interface AgentTurn {
  checkpoint: string | undefined
  session: string
  events: AsyncGenerator<AgentEvent, void, undefined>
  /** What has been said and called so far. */
  rounds: RoundRecorder
}

/** One message to an agent, answered on the one path of every answer. All that it needs is made for it: dialogs share nothing. */
export function createAskAgent(deps: AskAgentDeps) {
  const enterDialog = createTurnGate(deps.locks)

  return async function askAgent(question: AgentQuestion): Promise<AgentTurn> {
    const leave = await enterDialog(question.dialog.id)
    try {
      return await begin(deps, question, leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}

export type AskAgent = ReturnType<typeof createAskAgent>

interface Recalled {
  summary: string
  messages: DialogMessage[]
}

async function begin(deps: AskAgentDeps, question: AgentQuestion, leave: () => void): Promise<AgentTurn> {
  const { agentSession, dialog, text } = question
  const { dialogs, workspaces } = deps
  const recalled = await dialogs.recall(dialog)
  const asked = { role: 'user', content: withEditor(text, question.context) }
  const workspace = await openToSee(workspaces, agentSession, agentSession.workspaceIds[0])
  const plan = await deps.planCompletion(
    {
      assistant: { id: agentSession.assistant.id },
      request: { messages: [...toModelMessages(recalled.summary, recalled.messages), asked], stream: true },
      hasCheckpoint: workspace !== undefined && agentSession.workspaceIds.length === 1,
      model: question.model,
    },
    agentSession.caller,
  )
  return orDiscardHolds(plan.holds, async () => {
    const label = `Before user message: ${text.slice(0, 50)}`
    const userId = agentSession.caller.userId
    const checkpoint =
      workspace && (await workspaces.checkpoints.checkpointFor(workspace, label, { kind: 'message', userId }))
    const workspaceId = workspace?.id ?? null
    const held = await dialogs.turns.ask(dialog, { text, workspaceId, checkpoint, label })
    const rounds = new RoundRecorder((round, complete) => dialogs.turns.keepRound(held, round, complete))
    const events = answer(deps, { question, plan, asked, recalled, rounds, checkpoint, held, leave })
    return { checkpoint, session: sessionName(held.session), events, rounds }
  })
}

interface Begun {
  question: AgentQuestion
  plan: Plan
  asked: ChatMessage
  recalled: Recalled
  rounds: RoundRecorder
  checkpoint: string | undefined
  /** The dialog with this question in it. */
  held: DialogRow
  leave: () => void
}

async function* answer(
  deps: AskAgentDeps,
  { question, plan, asked, recalled, rounds, checkpoint, held, leave }: Begun,
): AsyncGenerator<AgentEvent, void, undefined> {
  const { agentSession, dialog, signal, door } = question
  const segments = new Segments()
  let isRunning = false
  try {
    const session = sessionName(held.session)
    yield { type: 'user', content: question.text, ...(checkpoint ? { checkpoint } : {}), session }
    const { summary, messages } = yield* condense(deps, question, recalled)
    const { called } = plan.tools
    const about = called.length > 0 ? dialogTools(deps.dialogs, dialog) : []
    const full = {
      ...plan,
      prompt: { ...plan.prompt, messages: [...toModelMessages(summary, messages), asked] },
      tools: { ...plan.tools, called: [...called, ...about] },
    }
    const record = createRecord(full, { door, requestModel: null })
    deps.workspaces.readingLog.isPartOf(record.id, dialog.id)
    isRunning = true
    const events = runCompletion(deps.run, full, signal, record)
    yield* translate(events, segments, rounds, createFileFinder(deps.workspaces, agentSession))
    await rounds.flush(true)
  } catch (error) {
    yield* segments.close()
    throw error
  } finally {
    try {
      if (!isRunning) await discardHolds(plan.holds)
      // It failed, or the reader has left: what was said so far stays.
      await rounds.flush(false)
    } finally {
      leave()
    }
  }
}

/** A long dialog is told in short, by the organization's small model. Where that fails, it goes on as it is. */
async function* condense(
  { dialogs, askFastModel, summaryBudget, run }: AskAgentDeps,
  { dialog, agentSession, signal }: AgentQuestion,
  recalled: Recalled,
): AsyncGenerator<AgentEvent, Recalled, undefined> {
  const split = splitForSummary(recalled.summary, recalled.messages, summaryBudget)
  const last = split?.older.at(-1)
  if (!split || !last) return recalled
  yield { type: 'summary_start' }
  const summary = await inTime(signal, SUMMARY_MS, (limit) =>
    askFastModel(agentSession.assistant.organizationId, summaryPrompt(recalled.summary, split.older), limit),
  ).catch((error: unknown) => {
    if (!signal.aborted)
      run.log.warn({ err: error, assistant: agentSession.assistant.id }, 'failed to summarize dialog')
    return ''
  })
  if (summary !== '') await dialogs.keepSummary(dialog, summary, last.id)
  yield { type: 'summary_end' }
  return summary === '' ? recalled : { summary, messages: split.kept }
}

/** Our events in their words. */
async function* translate(
  events: AsyncIterable<CompletionEvent>,
  segments: Segments,
  rounds: RoundRecorder,
  findFile: FindFile,
): AsyncGenerator<AgentEvent, void, undefined> {
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta':
        await rounds.say(event.text, '')
        yield* segments.say('chat', event.text)
        break
      case 'reasoning-delta':
        await rounds.say('', event.text)
        yield* segments.say('reasoning', event.text)
        break
      case 'frames': {
        const { text, reasoning } = wordsOfFrames(event.bytes)
        await rounds.say(text, reasoning)
        yield* segments.say('reasoning', reasoning)
        yield* segments.say('chat', text)
        break
      }
      case 'tool-call':
        yield* segments.close()
        await rounds.call(event.id, event.name, event.arguments)
        yield { type: 'tool_call', name: event.name, args: parseArgs(event.arguments) }
        break
      case 'tool-result':
        rounds.result(event.id, event.name, event.content, event.ok)
        break
      case 'file_edit': {
        const { file, isThere } = await findFile(event.workspace, event.path)
        // Editors open what they are told of, and a deleted file can't be opened.
        const gone = !(await isThere())
        rounds.edit({ workspace: event.workspace, path: event.path, diff: event.diff, gone })
        if (!gone) yield { type: 'file_edit', file, ...(event.diff ? { diff: event.diff } : {}) }
        break
      }
      case 'status':
        // Progress and the end of tools, and that the limit of turns was reached.
        yield event
        break
      case 'approval':
        // Their clients know no such thing; without a word it would look as if nothing went on.
        yield* segments.say(
          'chat',
          `⏸️ ${event.approval.function} is waiting for your approval in Bellwether.\n\n`,
        )
        yield* segments.close()
        break
      case 'end':
        yield* segments.close()
        break
    }
  }
}
