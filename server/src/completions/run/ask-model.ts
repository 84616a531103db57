import type { ChatMessage, FunctionSpec, ModelEvent, ModelRequest } from '../../connectors/connector.ts'
import { type AppError, isAppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { estimateTurn } from '../budget/estimate-tokens.ts'
import { holdForTurn } from '../budget/within-budget.ts'
import type { StatusEvent } from '../events/completion-event.ts'
import type { Plan } from '../plan/plan.ts'
import { type CompletionRecord, endStep } from '../record/completion-record.ts'

const RETRY_WAIT_MS = 250
const MAX_RETRY_WAIT_MS = 3000
/** With less time than this left, another call is not worth it. */
const MIN_TIME_LEFT_MS = 100

/**
 * Asks the provider. Before the first event, a failure that is likely to pass is tried once more, and where the settings allow it
 * another model is asked; all calls together keep to the limit of one. After the first event nothing is repeated: the reader has seen it.
 */
export async function* askModel(
  plan: Plan,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  log: Log,
  record: CompletionRecord,
  functions?: readonly FunctionSpec[],
  given?: ModelRequest['context'],
): AsyncGenerator<ModelEvent | StatusEvent, void, undefined> {
  const { connector, settings } = plan
  const params = functions ? withToolChoice(plan.params, functions.length > 0) : plan.params
  // Where nothing has to be looked into, the provider's own frames may be relayed. Calls that nobody offered are looked into as well.
  const request = functions
    ? { acceptFrames: false, ...(functions.length > 0 ? { functions } : {}) }
    : { acceptFrames: true }
  const owner = { userId: plan.assistant.ownerId, organizationId: plan.assistant.organizationId }
  if (plan.spending) await holdForTurn(plan, record, messages)
  const turn = record.beginTurn(() => estimateTurn(plan, messages).inputTokens)
  const startedAt = performance.now()
  let model = record.fallback?.to ?? plan.model
  let firstByteMs = plan.firstByteMs
  let hasRepeated = false
  for (;;) {
    let hasBegun = false
    record.model = model
    turn.model = model
    turn.connector = connector.name
    try {
      for await (const event of connector.stream(
        { model, messages, params, ...request, ...(given ? { context: given } : {}) },
        settings,
        { signal, owner, firstByteMs },
      )) {
        hasBegun = true
        if (event.type === 'end') {
          record.endTurn(turn, event.usage)
        }
        yield event
      }
      return
    } catch (error) {
      if (!signal.aborted) endStep(turn, 'failed', isAppError(error) ? error.message : 'it failed')
      if (hasBegun || signal.aborted || !isAppError(error)) throw error
      log.warn(
        { connector: connector.name, model, status: error.details.providerStatus, code: error.code },
        'provider refused',
      )
      const wait = error.details.retryAfter === undefined ? RETRY_WAIT_MS : error.details.retryAfter * 1000
      const timeLeft = (plan.firstByteMs ?? Number.POSITIVE_INFINITY) - (performance.now() - startedAt)
      const other = plan.mayFallBack && model === plan.model ? plan.fallbackModel : undefined
      if (
        isWorthRepeating(error) &&
        !hasRepeated &&
        wait <= MAX_RETRY_WAIT_MS &&
        wait + MIN_TIME_LEFT_MS < timeLeft
      ) {
        hasRepeated = true
        await pause(wait, signal)
        firstByteMs = plan.firstByteMs && Math.ceil(timeLeft - wait)
      } else if (other !== undefined && isProvidersFault(error) && timeLeft > MIN_TIME_LEFT_MS) {
        record.noteFallback(model, other)
        const message = `⚠️ The model ${model} failed; ${other} answers instead`
        yield { type: 'status', status: 'model_fallback', tool: null, message }
        model = other
        firstByteMs = plan.firstByteMs && Math.ceil(timeLeft)
      } else throw error
    }
  }
}

/** A failure that is likely to pass within a moment. A busy provider is not called again: its reader is told how long to wait. */
const isWorthRepeating = ({ code, details }: AppError): boolean =>
  details.retryable === true && (code === 'provider_failed' || code === 'unavailable')

/** Another model has the same request and the same key: what is wrong with those is not cured by it. */
const isProvidersFault = ({ code, details: { providerStatus = 500 } }: AppError): boolean =>
  ['provider_failed', 'provider_timeout', 'unavailable'].includes(code) && providerStatus >= 500

/** Whether to call is the model's choice, unless the author says otherwise. Where nothing is offered, providers refuse to hear of a choice. */
function withToolChoice(params: Plan['params'], offers: boolean): Plan['params'] {
  if (offers) return { tool_choice: 'auto', ...params }
  const { tool_choice: _choice, parallel_tool_calls: _several, ...others } = params
  return others
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
