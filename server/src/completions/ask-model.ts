import type { ChatMessage, FunctionSpec, ModelEvent, ModelRequest } from '../connectors/connector.ts'
import { isAppError, providerFailed } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type CompletionRecord, endStep } from './completion-record.ts'
import type { Plan } from './plan.ts'
import { holdForTurn } from './within-budget.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 3000

/**
 * Asks the provider. Before the first event a passing failure is tried once more, and a model that the provider refuses is
 * replaced once by the organization's default one. After the first event nothing is repeated: the reader has seen it.
 */
export async function* askModel(
  plan: Plan,
  messages: readonly ChatMessage[],
  signal: AbortSignal,
  log: Log,
  record: CompletionRecord,
  functions?: readonly FunctionSpec[],
  given?: ModelRequest['context'],
): AsyncGenerator<ModelEvent, void, undefined> {
  const models = plan.fallbackModel === undefined ? [plan.model] : [plan.model, plan.fallbackModel]
  const { connector, settings } = plan
  const params = functions ? withToolChoice(plan.params, functions.length > 0) : plan.params
  // Where nothing has to be looked into, the provider's own frames may be relayed. Calls that nobody offered are looked into as well.
  const request = functions
    ? { acceptFrames: false, ...(functions.length > 0 ? { functions } : {}) }
    : { acceptFrames: true }
  const context = {
    signal,
    owner: { userId: plan.assistant.ownerId, organizationId: plan.assistant.organizationId },
  }
  if (plan.spending) await holdForTurn(plan, record, messages)
  const turn = record.beginTurn()
  let hasRepeated = false
  let firstFailure: unknown
  for (let at = 0; ; ) {
    const model = models[at] ?? plan.model
    let hasBegun = false
    record.model = model
    turn.model = model
    try {
      for await (const event of connector.stream(
        { model, messages, params, ...request, ...(given ? { context: given } : {}) },
        settings,
        context,
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
      if (hasBegun || signal.aborted || !isAppError(error) || error.code === 'bad_request') throw error
      log.warn(
        { connector: connector.name, model, status: error.details.providerStatus, code: error.code },
        'provider refused',
      )
      const wait = error.details.retryAfter === undefined ? FIRST_WAIT_MS : error.details.retryAfter * 1000
      if (error.details.retryable && !hasRepeated && wait <= LONGEST_WAIT_MS) {
        hasRepeated = true
        await pause(wait, signal)
      } else if (++at < models.length) firstFailure = error
      else throw bothFailed(firstFailure, error, models)
    }
  }
}

/** Whether to call is the model's choice, unless the author says otherwise. Where nothing is offered, providers refuse to hear of a choice. */
function withToolChoice(params: Plan['params'], offers: boolean): Plan['params'] {
  if (offers) return { tool_choice: 'auto', ...params }
  const { tool_choice: _choice, parallel_tool_calls: _several, ...others } = params
  return others
}

function bothFailed(first: unknown, last: unknown, models: readonly string[]): unknown {
  if (!isAppError(first) || !isAppError(last)) return last
  return providerFailed(
    `${models[0]}: ${first.message}. The organization’s default model ${models[1]} failed too: ${last.message}`,
    {
      ...last.details,
      cause: last,
    },
  )
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
