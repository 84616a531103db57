import { setTimeout as wait } from 'node:timers/promises'
import type { ChatMessage, EndReason } from '../../connectors/connector.ts'
import type { AskedFor, MeasureCall, MeasuredUsage, OnSpent } from '../../modules/usage/index.ts'
import { isAppError } from '../../platform/errors.ts'
import { limitTime, toTimeout } from '../../platform/time-limit.ts'
import type { TokenUsage } from '../../platform/token-usage.ts'
import { estimateTurn } from '../budget/estimate-tokens.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import { requirePromptFits } from '../prompt-processors/prompt-limit.ts'

/** A model call outside an assistant's answer. */
export interface ModelCallRequest<T> {
  kind: 'embedding' | 'model' | 'image' | 'rerank' | 'transcription'
  organizationId: number
  choice: Pick<ModelChoice, 'connector' | 'model' | 'fromSystem'>
  /** Absent if the server itself calls the model. */
  askedFor?: AskedFor | undefined
  estimate: MeasuredUsage
  onSpent?: OnSpent | undefined
  signal: AbortSignal
  /** If set, temporary failures are retried. `callMs` limits each attempt. */
  retry?: { firstWaitMs?: number | undefined; callMs?: number | undefined }
  work(signal: AbortSignal, report: (usage: MeasuredUsage) => void): Promise<T>
}

/** Reserves the estimate in the budgets, does the work, and records what it used. Throws quota_exceeded. */
export function callModel<T>(measureCall: MeasureCall, request: ModelCallRequest<T>): Promise<T> {
  const { choice, signal, retry, work, kind, organizationId, askedFor, estimate, onSpent } = request
  const { model, fromSystem } = choice
  const provider = choice.connector.name
  const call = { kind, organizationId, provider, model, askedFor, estimate, fromSystem, onSpent }
  return measureCall(call, (report) =>
    retry
      ? retryCall((limit) => work(limit, report), signal, retry.firstWaitMs, retry.callMs)
      : work(signal, report),
  )
}

/** A chat request outside an assistant's answer. */
export interface ChatCall
  extends Pick<ModelCallRequest<unknown>, 'organizationId' | 'askedFor' | 'signal' | 'retry' | 'onSpent'> {
  choice: ModelChoice
  messages: readonly ChatMessage[]
  /** Owner of the files that the model creates; 0 = none. */
  userId?: number
  /** The call is aborted when the text gets longer than this. */
  maxLength?: number
  /** Image models are counted differently. */
  images?: { estimate: MeasuredUsage; count(usage: TokenUsage | undefined, text: string): MeasuredUsage }
}

export interface ChatResult {
  text: string
  /** Undefined if stopped at `maxLength`. */
  reason: EndReason | undefined
}

/** Sends messages to a model and returns its text. */
export const callChatModel = (measureCall: MeasureCall, call: ChatCall): Promise<ChatResult> => {
  const { choice, messages, organizationId, userId = 0, maxLength = Infinity, images, ...rest } = call
  const { connector, settings, model } = choice
  requirePromptFits(messages)
  return callModel(measureCall, {
    ...rest,
    kind: images ? 'image' : 'model',
    organizationId,
    choice,
    estimate: images?.estimate ?? { usage: estimateTurn({ params: {} }, messages) },
    async work(signal, report) {
      signal.throwIfAborted()
      const request = { model, messages, params: {}, acceptFrames: false }
      const context = { signal, owner: { userId, organizationId } }
      let text = ''
      let reason: EndReason | undefined
      for await (const event of connector.stream(request, settings, context)) {
        if (event.type === 'text-delta') text += event.text
        if (event.type === 'end') {
          reason = event.reason
          report(images ? images.count(event.usage, text) : { usage: event.usage })
        }
        // Leaving the loop aborts the call.
        if (text.length > maxLength) return { text, reason: undefined }
      }
      return { text, reason }
    },
  })
}

const CALL_MS = 60_000
const RETRIES = 2
const FIRST_WAIT_MS = 1000
/** If the provider asks for a longer wait than this, the call fails and the caller decides. */
const MAX_WAIT_MS = 20_000

/** Retries temporary failures after a wait that doubles each time or that the provider sets. */
export async function retryCall<T>(
  call: (limit: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  firstWaitMs = FIRST_WAIT_MS,
  callMs = CALL_MS,
): Promise<T> {
  for (let turn = 0; ; turn++) {
    const limit = limitTime(signal, callMs, () => toTimeout(callMs))
    try {
      return await call(limit.signal)
    } catch (error) {
      signal.throwIfAborted()
      const { retryable, retryAfter } = isAppError(error) ? error.details : {}
      const pause = retryAfter === undefined ? firstWaitMs * 2 ** turn : retryAfter * 1000
      const isLate = isAppError(error) && error.code === 'provider_timeout'
      if (!retryable || isLate || turn >= RETRIES || pause > MAX_WAIT_MS) throw error
      await wait(pause, undefined, { signal })
    } finally {
      limit.clear()
    }
  }
}
