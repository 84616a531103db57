import { type Message, say } from '@bellwether/wire'
import { AppError, type ErrorDetails, messageOf, providerFailed } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'
import { tryParseJson } from '../../platform/json.ts'
import type { OutboundHead } from '../../platform/outbound/outbound.ts'
import { arrayOf } from './json.ts'

/** Names the provider in error messages, and the secrets that must never appear in them. */
export interface Provider {
  label: string
  secrets: readonly string[]
  /** Its host, if the label contains it. */
  place?: string
  /** The requested model. */
  model?: string
}

const placeOf = ({ place }: Provider): Pick<ErrorDetails, 'place' | 'fromProvider'> =>
  place ? { place, fromProvider: true } : { fromProvider: true }

const MAX_MESSAGE = 500
/** Common formats of keys: a message may quote a key other than ours. */
const KEY_SHAPES = /\b(?:sk|pk|rk|gsk|xai)-[\w-]{8,}|\bAIza[\w-]{16,}|\bBearer\s+[\w.~+/-]{8,}=*/g
const RETRYABLE = new Set([408, 409, 425, 429])
/** Problems with the request itself. Keys, payment and URLs concern the operator, not the person who asks. */
const REFUSED = new Set([400, 405, 406, 411, 413, 414, 415, 422])
const UNAVAILABLE = new Set([503, 529])
const TIMED_OUT = new Set([408, 504])

/** Removes keys from a provider's message, then truncates it; the other order could leave half a key. Pure. */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '***')
  clean = clean.replace(KEY_SHAPES, '***').replace(/\s+/g, ' ').trim()
  return clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE - 1)}…` : clean
}

export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status >= 500

/** Creates the error for a status other than 2xx. */
export function statusFailure(provider: Provider, head: OutboundHead, body: string): AppError {
  const response = tryParseJson(body)
  const words = scrub(response === undefined ? plainText(body) : wordsIn(response), provider.secrets)
  const retryAfter = secondsToWait(head.headers['retry-after'])
  return failureOf(provider, head.status, response, sayStatus(provider, head.status, words), {
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}

/** An error that the provider reported within its answer. */
export function reportedFailure(provider: Provider, error: unknown): AppError {
  const words = scrub(wordsIn(error), provider.secrets) || 'an error without a message'
  const status = reportedStatus(error)
  const message = say('providers.reported', { provider: provider.label, detail: words })
  if (status !== undefined) return failureOf(provider, status, error, message)
  return providerFailed(message, { ...placeOf(provider), retryable: true })
}

/**
 * Keeps the meaning of the status: busy stays busy, a bad request stays a bad request, but a rejected
 * key is our own fault.
 */
function failureOf(
  provider: Provider,
  status: number,
  response: unknown,
  message: Message,
  more: ErrorDetails = {},
): AppError {
  const details: ErrorDetails = {
    ...placeOf(provider),
    providerStatus: status,
    retryable: isRetryable(status),
    ...more,
  }
  const withProviderCode = (code: string | undefined) =>
    code === undefined ? details : { ...details, providerCode: code }
  if (REFUSED.has(status)) {
    const param = paramIn(response)
    return new AppError('bad_request', message, {
      ...withProviderCode(codeIn(response)),
      ...(param ? { param } : {}),
    })
  }
  if (status === 429) return new AppError('too_many_requests', message, withProviderCode(codeIn(response)))
  if (UNAVAILABLE.has(status)) return new AppError('unavailable', message, withProviderCode(codeIn(response)))
  if (TIMED_OUT.has(status)) return new AppError('provider_timeout', message, details)
  return providerFailed(
    message,
    status === 404 && provider.model ? withProviderCode('provider_model_not_found') : details,
  )
}

/** After the response has started, providers can only report a status in the message. */
function reportedStatus(error: unknown): number | undefined {
  const inner = isObject(error) && isObject(error.error) ? error.error : error
  if (!isObject(inner)) return undefined
  for (const value of [inner.status, inner.code, inner.type]) {
    if (typeof value === 'number' && value >= 400 && value < 600) return value
    const status = typeof value === 'string' ? STATUS_OF_NAME[value.toLowerCase()] : undefined
    if (status !== undefined) return status
  }
  return undefined
}

const STATUS_OF_NAME: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  invalid_argument: 400,
  context_length_exceeded: 400,
  content_filter: 400,
  content_policy_violation: 400,
  invalid_prompt: 400,
  request_too_large: 413,
  authentication_error: 401,
  invalid_api_key: 401,
  permission_error: 403,
  billing_error: 403,
  not_found_error: 404,
  model_not_found: 404,
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  insufficient_quota: 429,
  resource_exhausted: 429,
  tokens: 429,
  requests: 429,
  api_error: 500,
  server_error: 500,
  overloaded_error: 529,
  service_unavailable: 503,
  engine_overloaded: 503,
}

/** The provider refused the request in a 200 response. */
export const contentRefused = (provider: Provider, message: string | Message): AppError =>
  new AppError('bad_request', message, {
    ...placeOf(provider),
    retryable: false,
    providerCode: 'content_filter',
  })

/** Marks a network failure as the provider's, because its message names the host. */
export const asProviderFailure = (error: Error): Error =>
  error instanceof AppError && !error.details.fromProvider
    ? new AppError(error.code, messageOf(error), { ...error.details, fromProvider: true, cause: error })
    : error

export const cutOff = (provider: Provider): AppError =>
  providerFailed(say('providers.cut_off', { provider: provider.label }), {
    ...placeOf(provider),
    retryable: true,
  })

export const malformed = (provider: Provider, { retryable = true } = {}): AppError =>
  providerFailed(say('providers.malformed', { provider: provider.label }), {
    ...placeOf(provider),
    retryable,
  })

export const endless = (provider: Provider): AppError =>
  providerFailed(say('providers.endless', { provider: provider.label }), {
    ...placeOf(provider),
    retryable: false,
  })

export const webPage = (provider: Provider): AppError =>
  providerFailed(say('providers.web_page', { provider: provider.label }), {
    ...placeOf(provider),
    retryable: false,
  })

/** `words` is the provider's own message, if it sent one. */
function sayStatus({ label: provider, model }: Provider, status: number, words: string): Message {
  const detail = words === '' ? '' : `: ${words}`
  if (status === 401 || status === 403) return say('providers.key_rejected', { provider, status, detail })
  if (status === 404 && model !== undefined)
    return say('providers.model_missing', { provider, model, detail })
  if (status === 429) return say('providers.rate_limited', { provider, detail })
  if (UNAVAILABLE.has(status)) return say('providers.unavailable', { provider, status, detail })
  if (status >= 300 && status < 400) return say('providers.redirects', { provider, status, detail })
  return say('providers.status', { provider, status, detail })
}

/** HTML pages are left out of one-line messages. */
const plainText = (body: string): string => (/^\s*</.test(body) ? '' : body)

/** Finds the error object in the formats that providers use: {error:{…}}, {…}, or one of these in a list. */
function errorIn(value: unknown): Record<string, unknown> | undefined {
  if (Array.isArray(value)) return errorIn(arrayOf(value)[0])
  if (!isObject(value)) return undefined
  return isObject(value.error) ? value.error : value
}

/** Returns an identifier, never a message: {error:{code}}, or else {error:{type}} or {error:{status}}. */
function codeIn(response: unknown): string | undefined {
  const error = errorIn(response)
  return [error?.code, error?.type, error?.status].find(
    (value): value is string => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value),
  )
}

const paramIn = (response: unknown): string | undefined => {
  const param = errorIn(response)?.param
  return typeof param === 'string' && /^[\w.[\]-]{1,128}$/.test(param) ? param : undefined
}

/**
 * Finds the message in the formats that providers use: {error:{message}}, {error}, {message}, {detail}, or
 * one of these in a list.
 */
function wordsIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return wordsIn(arrayOf(value)[0])
  if (!isObject(value)) return ''
  const inner = value.error ?? value.message ?? value.detail ?? value.msg
  return inner === undefined ? '' : wordsIn(inner)
}

function secondsToWait(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
