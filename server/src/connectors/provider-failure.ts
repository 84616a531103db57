import { type AppError, type ErrorDetails, providerFailed } from '../platform/errors.ts'
import type { OutboundHead } from '../platform/outbound/outbound.ts'
import { arrayOf, isObject } from './json.ts'

/** Who is called, for the words of a failure; and what must never be in them. */
export interface Provider {
  label: string
  secrets: readonly string[]
  /** Its host, where the label names it. */
  place?: string
}

const placeOf = ({ place }: Provider): Pick<ErrorDetails, 'place'> => (place ? { place } : {})

const LONGEST_MESSAGE = 500
/** Keys as providers shape them: a message may quote another key than the one that we sent. */
const KEY_SHAPES = /\b(?:sk|pk|rk|gsk|xai)-[\w-]{8,}|\bAIza[\w-]{16,}|\bBearer\s+[\w.~+/-]{8,}=*/g
const RETRYABLE = new Set([408, 409, 425, 429])

/** Pure. Takes keys out of a provider's own words, then shortens: cut first, half a key could stay. */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, '***')
  clean = clean.replace(KEY_SHAPES, '***').replace(/\s+/g, ' ').trim()
  return clean.length > LONGEST_MESSAGE ? `${clean.slice(0, LONGEST_MESSAGE - 1)}…` : clean
}

export const isRetryable = (status: number): boolean => RETRYABLE.has(status) || status >= 500

/** The failure that an answer with another status than 2xx stands for. */
export function statusFailure(provider: Provider, head: OutboundHead, body: string): AppError {
  const { status } = head
  const details: ErrorDetails = {
    ...placeOf(provider),
    providerStatus: status,
    retryable: isRetryable(status),
  }
  const retryAfter = secondsToWait(head.headers['retry-after'])
  if (retryAfter !== undefined) details.retryAfter = retryAfter
  const words = scrub(messageIn(body), provider.secrets)
  return providerFailed(`${provider.label} ${opening(status)}${words ? `: ${words}` : ''}`, details)
}

/** An error that the provider reported within its answer. */
export function reportedFailure(provider: Provider, error: unknown, details: ErrorDetails = {}): AppError {
  const words = scrub(messageOf(error), provider.secrets) || 'an error without a message'
  return providerFailed(`${provider.label} reported: ${words}`, {
    ...placeOf(provider),
    retryable: true,
    ...details,
  })
}

export const brokenOff = (provider: Provider): AppError =>
  providerFailed(`${provider.label} ended the answer before it was complete`, {
    ...placeOf(provider),
    retryable: true,
  })

export const malformed = (provider: Provider): AppError =>
  providerFailed(`${provider.label} sent something that cannot be read as an answer`, {
    ...placeOf(provider),
    retryable: true,
  })

export const endless = (provider: Provider): AppError =>
  providerFailed(`${provider.label} did not come to an end of its answer`, {
    ...placeOf(provider),
    retryable: false,
  })

export const webPage = (provider: Provider): AppError =>
  providerFailed(`${provider.label} answered with a web page; check its base URL`, {
    ...placeOf(provider),
    retryable: false,
  })

function opening(status: number): string {
  if (status === 401 || status === 403) return `did not accept the API key (status ${status})`
  if (status === 429) return 'takes no more requests just now (status 429)'
  if (status >= 300 && status < 400)
    return `redirects to another address (status ${status}); correct its base URL`
  return `answered with status ${status}`
}

function messageIn(body: string): string {
  try {
    return messageOf(JSON.parse(body))
  } catch {
    return /^\s*</.test(body) ? '' : body // a web page says nothing to a person in one line
  }
}

/** Finds the words in the shapes that providers use: {error:{message}}, {error}, {message}, {detail}, or one of these in a list. */
function messageOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return messageOf(arrayOf(value)[0])
  if (!isObject(value)) return ''
  const inner = value.error ?? value.message ?? value.detail ?? value.msg
  return inner === undefined ? '' : messageOf(inner)
}

function secondsToWait(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
