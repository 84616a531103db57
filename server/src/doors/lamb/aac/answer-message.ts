import { orDiscardHolds } from '../../../completions/budget/answer-holds.ts'
import type { CreateTurn, OpenTurn } from '../../../completions/creation/open-turn.ts'
import type { TurnStats } from '../../../completions/creation/turn.ts'
import { AnswerCollector } from '../../../completions/openai/collect-answer.ts'
import type { PlanCompletion } from '../../../completions/plan/completion-plan.ts'
import { createRecord } from '../../../completions/run/create-record.ts'
import { type RunDeps, runCompletion } from '../../../completions/run/run.ts'
import type { ProposalService, SessionRow, SessionService } from '../../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Decision, decideByMessage, readDecision, showProposal } from './decide-by-message.ts'
import { instructionsOf } from './skills.ts'
import { type AacTexts, textsFor } from './texts.ts'

export interface AacMessageDeps {
  db: Db
  creationSessions: SessionService
  proposals: ProposalService
  openTurn: CreateTurn
  planCompletion: PlanCompletion
  running: RunDeps
}

/** LAMB's web page shows the `command` of a tool that runs. */
export type AacEvent =
  | { content: string }
  | { status: 'tool'; command: string }
  | { done: true; stats: TurnStats }

const NO_STATS: TurnStats = { tool_calls: 0, tool_errors: 0, total_tool_time_ms: 0, model: '' }

export interface AacQuestion {
  caller: UserCaller
  sessionId: string
  message: string
  signal: AbortSignal
}

/** Answers a message in LAMB's events. Clients of LAMB have only the chat, so a message can also be a decision. */
export async function* answerMessage(
  deps: AacMessageDeps,
  { caller, sessionId, message, signal }: AacQuestion,
): AsyncGenerator<AacEvent, void, undefined> {
  const session = await deps.creationSessions.getRow(caller, sessionId)
  const texts = await textsFor(deps.db, caller)
  const decision = readDecision(message, texts)
  if (decision && (await deps.proposals.open(session.id))) {
    yield { content: await decide(deps, caller, session, texts, { decision, message }) }
    yield { done: true, stats: NO_STATS }
    return
  }
  const turn = await deps.openTurn(caller, session.id, { message, skill: instructionsOf(session.skill) })
  try {
    yield* runTurn(deps, turn, { caller, sessionId: session.id, texts, signal })
  } finally {
    await turn.release()
  }
}

async function decide(
  { creationSessions, proposals }: AacMessageDeps,
  caller: UserCaller,
  session: SessionRow,
  texts: AacTexts,
  { decision, message }: { decision: Decision; message: string },
): Promise<string> {
  const release = await creationSessions.reserve(session)
  try {
    await creationSessions.addQuestion(session, message)
    const reply = await decideByMessage(proposals, caller, session.id, decision, texts)
    await creationSessions.addAnswer(session.id, reply, null)
    return reply
  } finally {
    await release()
  }
}

async function* runTurn(
  { planCompletion, running, proposals }: AacMessageDeps,
  turn: OpenTurn,
  { caller, sessionId, texts, signal }: Omit<AacQuestion, 'message'> & { texts: AacTexts },
): AsyncGenerator<AacEvent, void, undefined> {
  const before = (await proposals.open(sessionId))?.id
  const plan = await planCompletion(turn.order, caller)
  await orDiscardHolds(plan.holds, turn.begin)
  const record = createRecord(plan, { door: 'aac', requestModel: null })
  const answer = new AnswerCollector({ id: record.id, model: plan.model.model })
  let sent = 0
  let added = ''
  try {
    for await (const event of runCompletion(running, plan, signal, record)) {
      answer.add(event)
      if (event.type === 'status') yield { status: 'tool', command: event.message }
      if (answer.text.length > sent) yield { content: answer.text.slice(sent) }
      sent = answer.text.length
    }
    const open = await proposals.open(sessionId)
    if (open && open.id !== before) {
      added = `\n\n${showProposal(open, texts)}`
      yield { content: added }
    }
  } finally {
    await turn.finish(answer.text + added, record.id)
    await turn.release()
  }
  yield { done: true, stats: { ...turn.stats, model: record.model } }
}
