import { say } from '@bellwether/wire'
import type { ChatMessage, FunctionSpec, ModelEvent, ModelRequest } from '../../connectors/connector.ts'
import { type AppError, isAppError, messageOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { type AnswerBudget, reserveForTurn } from '../budget/answer-spending.ts'
import { estimateTurn } from '../budget/estimate-tokens.ts'
import type { StatusEvent } from '../events/completion-event.ts'
import { toStatus } from '../events/to-status.ts'
import type { ModelPlan } from '../plan/completion-plan.ts'
import { requirePromptFits } from '../prompt-processors/prompt-limit.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { endStep } from '../record/steps.ts'

const RETRY_WAIT_MS = 250
const MAX_RETRY_WAIT_MS = 3000
/** With less time left than this, another call is not worthwhile. */
const MIN_TIME_LEFT_MS = 100

/** Shared by all rounds of one answer. */
export interface TurnContext {
  owner: { userId: number; organizationId: number }
  budget: AnswerBudget
  /** The assistant's functions. Estimates count them in every round, offered or not. */
  functions: readonly FunctionSpec[]
  fixedSystemLength?: number | undefined
  record: CompletionRecord
  signal: AbortSignal
  log: Log
}

export interface ModelTurn {
  model: ModelPlan
  messages: readonly ChatMessage[]
  /** Undefined if the assistant has no functions, so the provider's frames may be relayed. */
  offered?: readonly FunctionSpec[]
  /** For connectors that answer from the sources themselves. */
  material?: ModelRequest['context'] | undefined
}

/**
 * Calls the provider. Before the first event, a temporary failure is retried once, then the fallback model is
 * called if the settings allow it. All calls share one time limit. After the first event nothing is repeated,
 * because the person has already seen it.
 */
export async function* askModel(
  { model: choice, messages, offered, material }: ModelTurn,
  { owner, budget, functions, fixedSystemLength, record, signal, log }: TurnContext,
): AsyncGenerator<ModelEvent | StatusEvent, void, undefined> {
  requirePromptFits(messages)
  const { connector, settings, params } = choice
  const estimate = () => estimateTurn({ params, functions }, messages)
  if (budget.spending) await reserveForTurn(budget, choice, record, estimate())
  const turn = record.beginTurn(() => estimate().inputTokens)
  const request = {
    messages,
    fixedSystemLength,
    ...toRequest(choice, offered),
    ...(material ? { context: material } : {}),
  }
  const attempts = new Attempts(choice, record.fallback?.to ?? choice.model)
  for (;;) {
    let hasBegun = false
    const { model, firstByteMs } = attempts
    record.model = model
    turn.model = model
    turn.connector = connector.name
    try {
      const context = { signal, owner, firstByteMs }
      for await (const event of connector.stream({ model, ...request }, settings, context)) {
        hasBegun = true
        if (event.type === 'end') record.endTurn(turn, event.usage)
        yield event
      }
      return
    } catch (error) {
      if (!signal.aborted)
        endStep(turn, 'failed', isAppError(error) ? messageOf(error) : say('reasons.failed'))
      if (hasBegun || signal.aborted || !isAppError(error)) throw error
      const { details, code } = error
      log.warn(
        { connector: connector.name, model, status: details.providerStatus, code },
        'provider request failed',
      )
      const next = attempts.after(error)
      if (next === undefined) throw error
      if ('waitMs' in next) await pause(next.waitMs, signal)
      else {
        record.noteFallback(model, next.fallback)
        const message = say('statuses.model_fallback', { model, fallback: next.fallback })
        yield toStatus('model_fallback', null, message, '⚠️')
      }
    }
  }
}

/** Chooses the next model to call and its time limit. */
class Attempts {
  model: string
  firstByteMs: number | undefined
  readonly #choice: ModelPlan
  readonly #startedAt = performance.now()
  #hasRetried = false

  constructor(choice: ModelPlan, model: string) {
    this.#choice = choice
    this.model = model
    this.firstByteMs = choice.firstByteMs
  }

  /** Returns undefined to give up. */
  after(error: AppError): { waitMs: number } | { fallback: string } | undefined {
    const { firstByteMs, mayFallBack, fallbackModel, model } = this.#choice
    const { retryAfter } = error.details
    const waitMs = retryAfter === undefined ? RETRY_WAIT_MS : retryAfter * 1000
    const timeLeft = (firstByteMs ?? Number.POSITIVE_INFINITY) - (performance.now() - this.#startedAt)
    const hasTime = waitMs <= MAX_RETRY_WAIT_MS && waitMs + MIN_TIME_LEFT_MS < timeLeft
    if (isTemporary(error) && !this.#hasRetried && hasTime) {
      this.#hasRetried = true
      this.firstByteMs = firstByteMs && Math.ceil(timeLeft - waitMs)
      return { waitMs }
    }
    const fallback = mayFallBack && this.model === model ? fallbackModel : undefined
    if (fallback === undefined || !isProvidersFault(error) || timeLeft <= MIN_TIME_LEFT_MS) return undefined
    this.model = fallback
    this.firstByteMs = firstByteMs && Math.ceil(timeLeft)
    return { fallback }
  }
}

/**
 * A failure that is likely to pass soon. A busy provider is not called again; the client is told how
 * long to wait instead.
 */
const isTemporary = ({ code, details }: AppError): boolean =>
  details.retryable === true && (code === 'provider_failed' || code === 'unavailable')

/** The fallback model gets the same request and key, so it only helps if those are not the cause. */
const isProvidersFault = ({ code, details: { providerStatus = 500 } }: AppError): boolean =>
  ['provider_failed', 'provider_timeout', 'unavailable'].includes(code) && providerStatus >= 500

/**
 * Frames are relayed only for assistants without functions, because calls that the model makes
 * up have to be caught.
 */
function toRequest(
  { params, relaysFrames }: Pick<ModelPlan, 'params' | 'relaysFrames'>,
  offered: readonly FunctionSpec[] | undefined,
): Pick<ModelRequest, 'params' | 'acceptFrames' | 'functions'> {
  if (!offered) return { params, acceptFrames: relaysFrames }
  if (offered.length > 0)
    return { params: { tool_choice: 'auto', ...params }, acceptFrames: false, functions: offered }
  // Providers refuse these settings when no functions are offered.
  const { tool_choice: _choice, parallel_tool_calls: _several, ...others } = params
  return { params: others, acceptFrames: false }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', onAbort, { once: true })
  })
