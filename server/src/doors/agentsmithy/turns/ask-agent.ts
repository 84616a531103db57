import type { EditorContext } from '@bellwether/wire'
import { discardHolds, orDiscardHolds } from '../../../completions/budget/answer-holds.ts'
import type { CompletionEvent } from '../../../completions/events/completion-event.ts'
import type { AskFastModel } from '../../../completions/model-calls/ask-fast-model.ts'
import type { Plan, PlanCompletion } from '../../../completions/plan/completion-plan.ts'
import { createRecord } from '../../../completions/run/create-record.ts'
import { type RunDeps, runCompletion } from '../../../completions/run/run.ts'
import type { ChatMessage } from '../../../connectors/connector.ts'
import { readFrames } from '../../../platform/http/stream-frames.ts'
import type { Locks } from '../../../platform/instances/locks.ts'
import { inTime } from '../../../platform/time-limit.ts'
import type { AgentSession } from '../agent-session.ts'
import type { DialogRow } from '../dialogs/dialog.repository.ts'
import type { DialogService } from '../dialogs/dialog.service.ts'
import type { DialogMessage } from '../dialogs/dialog-message.ts'
import { type AgentEvent, parseArgs, Segments } from '../events/events.ts'
import { sessionName } from '../session-format.ts'
import { type AgentWorkspaces, createFileFinder, type FindFile, openReadable } from './agent-workspace.ts'
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
  /** Replaces the assistant's own model. */
  model: string | undefined
  /** The path that was called, for the trace. */
  door: string
  signal: AbortSignal
}

/**
 * An answer that is ready to start: all checks have passed. Its events must be read to the end, or the iterator
 * returned.
 */
export interface AgentTurn {
  checkpoint: string | undefined
  session: string
  events: AsyncGenerator<AgentEvent, void, undefined>
  /** The text and calls so far. */
  rounds: RoundRecorder
}

/**
 * Answers one message to an agent, with the same code as every answer. Creates everything it needs, so dialogs share
 * nothing.
 */
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
  const userMessage = { role: 'user', content: withEditor(text, question.context) }
  const workspace = await openReadable(workspaces, agentSession, agentSession.workspaceIds[0])
  const plan = await deps.planCompletion(
    {
      assistant: { id: agentSession.assistant.id },
      request: {
        messages: [...toModelMessages(recalled.summary, recalled.messages), userMessage],
        stream: true,
      },
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
    const turn = await dialogs.turns.ask(dialog, { text, workspaceId, checkpoint, label })
    const rounds = new RoundRecorder((round, complete) => dialogs.turns.keepRound(turn, round, complete))
    const events = answer(deps, {
      question,
      plan,
      userMessage,
      recalled,
      rounds,
      checkpoint,
      held: turn,
      leave,
    })
    return { checkpoint, session: sessionName(turn.session), events, rounds }
  })
}

interface Begun {
  question: AgentQuestion
  plan: Plan
  userMessage: ChatMessage
  recalled: Recalled
  rounds: RoundRecorder
  checkpoint: string | undefined
  /** The dialog, including this question. */
  held: DialogRow
  leave: () => void
}

async function* answer(
  deps: AskAgentDeps,
  { question, plan, userMessage, recalled, rounds, checkpoint, held, leave }: Begun,
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
      prompt: { ...plan.prompt, messages: [...toModelMessages(summary, messages), userMessage] },
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
      // It failed, or the client disconnected: the text so far is kept.
      await rounds.flush(false)
    } finally {
      leave()
    }
  }
}

/** A long dialog is summarized by the organization's small model. If that fails, it continues unchanged. */
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

/** Converts our events to theirs. */
async function* translate(
  events: AsyncIterable<CompletionEvent>,
  segments: Segments,
  rounds: RoundRecorder,
  findFile: FindFile,
): AsyncGenerator<AgentEvent, void, undefined> {
  let isNewRound = true
  for await (const event of events) {
    switch (event.type) {
      case 'text-delta': {
        // Rounds are segments of their own here, without a paragraph between them.
        const text = isNewRound ? event.text.trimStart() : event.text
        if (text === '') break
        isNewRound = false
        await rounds.say(text, '')
        yield* segments.say('chat', text)
        break
      }
      case 'reasoning-delta':
        await rounds.say('', event.text)
        yield* segments.say('reasoning', event.text)
        break
      case 'frames': {
        const { text, reasoning } = readFrames(event.bytes)
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
        isNewRound = true
        rounds.result(event.id, event.name, event.content, event.ok)
        break
      case 'file_edit': {
        const { file, isThere } = await findFile(event.workspace, event.path)
        // Editors open the files in these events, and a deleted file can't be opened.
        const isGone = !(await isThere())
        rounds.edit({ workspace: event.workspace, path: event.path, diff: event.diff, gone: isGone })
        if (!isGone) yield { type: 'file_edit', file, ...(event.diff ? { diff: event.diff } : {}) }
        break
      }
      case 'status':
        // Progress and completion of tools, and whether the limit of rounds was reached.
        yield event
        break
      case 'approval':
        // Their clients have no such event; without a text it would look as if nothing happened.
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
