import type { ChatMessage, ContextPart, FunctionSpec } from '../../connectors/connector.ts'
import { askingPerson } from '../../platform/asking-person.ts'
import { type Caller, isOrganizationAdmin } from '../../platform/caller.ts'
import { AppError, isAppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { isProviderError, toPlainError } from '../../platform/plain-errors.ts'
import { mayChangeThings, targetsNamed } from '../../tools/ask-tool.ts'
import { settledAmounts, tokensIn } from '../budget/within-budget.ts'
import { checkCitationsInSlices } from '../citations/check-citations.ts'
import { toCitable, toContextParts } from '../citations/context-parts.ts'
import type { NumberedPassage } from '../citations/passage-windows.ts'
import { SaidText } from '../citations/said-text.ts'
import { type Gathered, type GatherInput, gatherContext } from '../context/gather-context.ts'
import type { CompletionEvent } from '../events/completion-event.ts'
import { emitWhile } from '../events/emit-while.ts'
import { withTimeLimit } from '../plan/answer-limits.ts'
import type { Plan } from '../plan/plan.ts'
import { type Insertion, questionOf } from '../prompt-processors/prompt-processor.ts'
import { beginToolStep, CompletionRecord, endStep, type RecordDeps } from '../record/completion-record.ts'
import type { ToolDeps, ToolScope } from '../tools/invoke-tool.ts'
import { offeredTools } from '../tools/offered-tools.ts'
import { askModel } from './ask-model.ts'
import { runToolLoop } from './tool-loop.ts'

export interface RunDeps extends RecordDeps {
  log: Log
  toolDeps: ToolDeps
}

/** The one path of every answer, streamed or not, whatever the door. Usage and trace are recorded however it ends. */
export async function* runCompletion(
  deps: RunDeps,
  plan: Plan,
  readersSignal: AbortSignal,
  record: CompletionRecord = new CompletionRecord(plan.model),
): AsyncGenerator<CompletionEvent, void, undefined> {
  let outcome: 'ok' | 'failed' | 'cancelled' = 'cancelled'
  const { signal, clear } = withTimeLimit(readersSignal, plan.limits)
  const settle = () => {
    plan.release?.()
    return plan.spending?.settle(settledAmounts(plan, record, outcome))
  }
  try {
    const scope = toScope(deps, plan, signal, record)
    const offered = await offeredTools(plan.called, scope, record)
    const { filled, parts, question } = yield* makePrompt(plan, scope, record, offered)
    if (plan.called.length > 0 && !plan.hasCheckpoint) await keepWorkspaces(plan, scope, question)
    const answer =
      plan.called.length > 0
        ? runToolLoop({ plan, prompt: filled, scope, record, brought: parts, offered })
        : askModel(plan, filled, signal, deps.log, record, undefined, forConnector(plan, question, parts))
    // Only an answer that has something to rest on is read along and checked.
    const citable = plan.called.length > 0 ? undefined : toCitable(parts)
    const said = citable?.length === 0 ? undefined : new SaidText()
    for await (const event of answer) {
      said?.add(event)
      // What is said before a call is about the call; the answer comes after it.
      if (event.type === 'tool-call') said?.forget()
      record.heard += tokensIn(event)
      if (event.type === 'end') {
        if (said) yield* checkSaid(said.text, citable ?? toCitable(parts), signal, record)
        outcome = 'ok'
        // Before the reader sees the end: who has read it may ask for the trace at once.
        record.close(deps, plan, outcome)
        // And who asks again at once finds in the budget what is left.
        await settle()
      }
      yield event
    }
  } catch (error) {
    outcome = readersSignal.aborted ? 'cancelled' : 'failed'
    throw forReader(error, plan, record.id)
  } finally {
    clear()
    if (outcome !== 'ok' && plan.connector.provider !== undefined) record.countUnfinished()
    record.close(deps, plan, outcome)
    await settle()
  }
}

/** A provider's own words are for those who can act on them: the assistant's owner and admins. Others get a plain sentence and the trace's id. */
function forReader(error: unknown, { caller, assistant, language = 'en' }: Plan, traceId: string): unknown {
  if (!isAppError(error) || !isProviderError(error)) return error
  if (!looksAfter(caller, assistant)) return toPlainError(error, language, traceId)
  const { cause = error, details } = error
  return new AppError(error.code, error.message, { ...details, isForReader: true, cause })
}

const looksAfter = (caller: Caller, { ownerId, organizationId }: Plan['assistant']): boolean =>
  caller.kind === 'user' &&
  askingPerson({ caller }).kind === 'user' &&
  (caller.userId === ownerId ||
    caller.systemAdmin ||
    (caller.organizationId === organizationId && isOrganizationAdmin(caller)))

export const toScope = (
  { toolDeps, log }: Pick<RunDeps, 'toolDeps' | 'log'>,
  { caller, endUser, assistant, toolTimeoutMs, allowsChanges }: Plan,
  signal: AbortSignal,
  { id: traceId }: Pick<CompletionRecord, 'id'>,
): ToolScope => ({
  deps: toolDeps,
  caller,
  endUser,
  assistant,
  allowsChanges,
  signal,
  log,
  toolTimeoutMs,
  traceId,
})

interface Prompt {
  filled: readonly ChatMessage[]
  /** What the tools brought. */
  parts: ContextPart[]
  question: string
}

/** Runs the injected tools and puts what they bring into the template. */
async function* makePrompt(
  plan: Plan,
  scope: ToolScope,
  record: CompletionRecord,
  offered: readonly FunctionSpec[],
): AsyncGenerator<CompletionEvent, Prompt, undefined> {
  if (plan.degraded)
    yield { type: 'status', status: 'budget', tool: null, message: `⚠️ ${plan.degraded.message}` }
  noteLeftOut(plan, record)
  if (plan.ignoredParams && plan.ignoredParams.length > 0)
    record.notes.push(`Not passed on to the provider: ${plan.ignoredParams.join(', ')}`)
  if (plan.insteadOf !== undefined)
    record.notes.push(`The organization does not list the model “${plan.insteadOf}”; ${plan.model} was used`)
  const { messages, injected } = plan
  const functions = plan.called.length > 0 ? offered.map(({ name }) => name) : plan.prompt?.functions
  const prompt = plan.prompt && { ...plan.prompt, functions }
  const question = questionOf(messages)
  const input = { ...scope, tools: injected, steps: record.steps, messages, question }
  // Nothing is set up where no tool has a status to tell or an approval to ask for.
  const tells =
    plan.stream && injected.some((one) => (plan.includeStatus && !one.tool.isSilent) || one.needsApproval)
  const { insertions, sources } = tells ? yield* gatherTelling(input) : await gatherContext(input)
  if (sources.length > 0) yield { type: 'sources', sources }
  const filled = prompt ? prompt.process({ ...prompt, messages, insertions }).messages : messages
  if (plan.trace.verbose) record.prompt = withoutPrivate({ ...plan, prompt }, insertions) ?? filled
  return { filled, parts: toContextParts(injected, insertions), question }
}

/** As they were before this question: one look at what the tools could change. */
async function keepWorkspaces({ called }: Plan, scope: ToolScope, question: string): Promise<void> {
  const targets = called
    .filter(({ tool, config }) => mayChangeThings(tool, config))
    .flatMap(({ tool, config }) => targetsNamed(tool, config) ?? [])
  const ids = new Set(targets.filter(({ kind }) => kind === 'workspace').map(({ id }) => id))
  for (const id of ids) await scope.deps.keepWorkspace(id, `Before: ${question.slice(0, 80)}`, scope)
}

/** What is private to the person who asks is not the author's to read. Undefined: there is nothing of that kind. */
function withoutPrivate(
  { prompt, messages, injected }: Plan,
  insertions: readonly Insertion[],
): readonly ChatMessage[] | undefined {
  if (!prompt || !injected.some(({ tool }) => tool.hasPrivateInput)) return undefined
  const shown = insertions.map((one, at) =>
    injected[at]?.tool.hasPrivateInput ? { ...one, content: '[private]' } : one,
  )
  return prompt.process({ ...prompt, messages, insertions: shown }).messages
}

/** Tools that are listed and can't run are steps of the trace, so that nobody looks for what they brought. */
function noteLeftOut({ leftOut = [] }: Plan, record: CompletionRecord): void {
  for (const { tool, use, reason } of leftOut) {
    const step = beginToolStep({ tool, use, name: tool, iteration: 0, input: {} })
    endStep(step, 'skipped', reason)
    record.steps.push(step)
  }
}

async function* checkSaid(
  text: string,
  citable: readonly NumberedPassage[],
  signal: AbortSignal,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, void, undefined> {
  if (text.trim() === '' || citable.length === 0) return
  const citations = await checkCitationsInSlices(text, citable, signal)
  record.noteCitations(citations)
  yield { type: 'citations', citations }
}

const forConnector = (plan: Plan, question: string, parts: ContextPart[]) =>
  plan.connector.capabilities.context ? { question, parts, isPaused: plan.degraded !== undefined } : undefined

async function* gatherTelling(input: GatherInput): AsyncGenerator<CompletionEvent, Gathered, undefined> {
  const gathered = yield* emitWhile<CompletionEvent, Gathered>((tell) => gatherContext({ ...input, tell }))
  if (input.tools.filter(({ tool }) => !tool.isSilent).length > 1)
    yield { type: 'status', status: 'merging', tool: null, message: 'merging tool outputs' }
  return gathered
}
