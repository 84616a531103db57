import type { FieldChange, Proposal } from '@bellwether/wire'
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
import { isAppError } from '../../../platform/errors.ts'
import { serverTexts } from '../../../platform/texts/server-texts.ts'
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

type Decision = 'accept' | 'reject'

/** Whether the message of the person is a decision, and nothing else. The model has no say in it. Pure. */
function readDecision(message: string, texts: AacTexts): Decision | undefined {
  const words = toPlainWords(message)
  // Clients of LAMB may show their own English words.
  const isOneOf = (list: 'acceptWords' | 'rejectWords') =>
    [texts, serverTexts('en').creation].some((own) => own[list].split(', ').map(toPlainWords).includes(words))
  if (isOneOf('acceptWords')) return 'accept'
  return isOneOf('rejectWords') ? 'reject' : undefined
}

const toPlainWords = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\s]/gu, '')
    .trim()

/** Decides the open proposal. Returns the reply. */
async function decideByMessage(
  proposals: Pick<ProposalService, 'open' | 'decide'>,
  caller: UserCaller,
  sessionId: string,
  decision: Decision,
  texts: AacTexts,
): Promise<string> {
  const open = await proposals.open(sessionId)
  if (!open) return texts.noProposal
  try {
    const { assistant_id: id } = await proposals.decide(caller, sessionId, open.id, { decision })
    return decision === 'accept' ? texts.saved({ id: String(id) }) : texts.rejected
  } catch (error) {
    if (!isAppError(error)) throw error
    const now = await proposals.open(sessionId)
    return now ? `${error.message}\n\n${showProposal(now, texts)}` : error.message
  }
}

const MAX_VALUE_LENGTH = 2000

/** The real changes of a proposal, written by the server, because a model may describe them wrongly. */
const showProposal = (
  { changes, warnings }: Pick<Proposal, 'changes' | 'warnings'>,
  texts: AacTexts,
): string =>
  [
    texts.proposed,
    ...changes.map((change) => showChange(change, texts)),
    ...warnings.map(({ message }) => `⚠️ ${message}`),
    texts.howToDecide,
  ].join('\n\n')

const showChange = ({ field, from, to }: FieldChange, texts: AacTexts): string => {
  const [before, after] = [textOf(from), textOf(to)]
  const start = Math.max(0, firstDifference(before, after) - LEAD)
  return `**${field.replace('metadata.', '')}**\n\n${texts.before}\n${quote(before, start, texts)}\n\n${texts.after}\n${quote(after, start, texts)}`
}

/** What is shown before the first difference of long texts. */
const LEAD = 200

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return a.length <= MAX_VALUE_LENGTH && b.length <= MAX_VALUE_LENGTH ? 0 : at
}

const textOf = (value: unknown): string =>
  value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

/** As a quotation, so that the text can't look like a part of the message. Says how much of it is left out. */
function quote(text: string, start: number, { empty, left }: AacTexts): string {
  const excerpt = text.slice(start, start + MAX_VALUE_LENGTH)
  const rest = text.length - start - excerpt.length
  const parts = [
    start > 0 ? left({ count: start }) : '',
    excerpt || (text === '' ? empty : ''),
    rest > 0 ? left({ count: rest }) : '',
  ]
  return `> ${parts.filter(Boolean).join('\n').replaceAll('\n', '\n> ')}`
}
