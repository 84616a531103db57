import { say } from '@bellwether/wire'
import type { ChatMessage } from '../../connectors/connector.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import type { AskedFor, MeasureCall } from '../../modules/usage/index.ts'
import { AppError } from '../../platform/errors.ts'
import { tryParseObject } from '../../platform/json.ts'
import type { ChooseDefaultModel } from '../models/choose-default-model.ts'
import { type ChatResult, callChatModel } from './call-model.ts'

/** The value parsed from an answer, and its problems. Without problems the answer is usable. */
export interface Reading<T> {
  value: T | undefined
  faults: readonly string[]
}

export interface JsonQuestion<T> {
  organizationId: number
  /** One of the organization's models; defaults to its default model. */
  model?: string | undefined
  messages: readonly { role: 'system' | 'user'; content: string }[]
  /** JSON Schema of the answer. It is part of the prompt, because not every provider supports it as a parameter. */
  schema: Readonly<Record<string, unknown>>
  read(answer: Readonly<Record<string, unknown>>): Reading<T>
  signal: AbortSignal
  /** The person a tool asks for; absent if the server itself calls the model. */
  askedFor?: AskedFor | undefined
  /** Called with the cost of each model call, in millionths; 0 if its price is unknown. */
  onSpent?: ((cost: number) => Promise<void>) | undefined
  /** Called before an invalid answer is requested again. */
  maySpendMore?: (() => Promise<boolean>) | undefined
}

export interface JsonAnswer<T> extends Reading<T> {
  /** The model's text. */
  raw: string
  model: string
}

export type AskModelForJson = <T>(question: JsonQuestion<T>) => Promise<JsonAnswer<T>>

export interface AskForJsonDeps {
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  chooseDefaultModel: ChooseDefaultModel
  /** Covers both attempts. Set only in tests. */
  limitMs?: number
  measureCall: MeasureCall
}

type TextMessage = {
  role: 'system' | 'user' | 'assistant'
  content: string
}

const LIMIT_MS = 120_000
const MAX_ANSWER_LENGTH = 256 * 1024
/** How much of an invalid answer is quoted to the model. */
const MAX_REMINDER_LENGTH = 40_000
const MAX_FAULTS = 10

/** Asks the organization's default model for a JSON object. An invalid answer is sent back once, with its problems. */
export const createAskModelForJson =
  ({ settingsOf, chooseDefaultModel, limitMs = LIMIT_MS, measureCall }: AskForJsonDeps): AskModelForJson =>
  async (question) => {
    const { organizationId, askedFor } = question
    const choice = await chooseDefaultModel(await settingsOf(organizationId), question.model)
    const limit = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([question.signal, limit])
    const { onSpent } = question
    const ask = async (messages: readonly ChatMessage[]): Promise<ChatResult> => {
      const call = {
        choice,
        messages,
        organizationId,
        askedFor,
        signal,
        maxLength: MAX_ANSWER_LENGTH,
        onSpent,
      }
      try {
        return await callChatModel(measureCall, call)
      } catch (error) {
        question.signal.throwIfAborted()
        if (!limit.aborted) throw error
        throw new AppError('provider_timeout', say('models.timeout', { seconds: limitMs / 1000 }))
      }
    }
    const { model } = choice
    const messages = withSchema(question)
    const first = await ask(messages)
    const reading = readAnswer(question, first)
    if (!(await needsSecond(question, reading))) return { ...reading, raw: first.text, model }
    const second = await ask([...messages, ...withFaults(first, reading.faults)])
    return { ...readAnswer(question, second), raw: second.text, model }
  }

export const needsSecond = async <T>(
  { maySpendMore }: Pick<JsonQuestion<T>, 'maySpendMore'>,
  { faults }: Reading<T>,
): Promise<boolean> => faults.length > 0 && (maySpendMore === undefined || (await maySpendMore()))

export function readAnswer<T>(
  question: Pick<JsonQuestion<T>, 'read'>,
  { text, reason }: Pick<ChatResult, 'text' | 'reason'>,
): Reading<T> {
  const json = findJson(text)
  if (json) return question.read(json)
  const cut =
    reason === undefined
      ? 'the answer is far too long'
      : reason === 'length'
        ? 'the answer was cut off at the length limit'
        : undefined
  const fault = text.trim() === '' ? 'the answer is empty' : 'the answer is not one valid JSON object'
  return { value: undefined, faults: cut === undefined ? [fault] : [`${cut}; be much briefer`] }
}

export function withSchema<T>({
  messages,
  schema,
}: Pick<JsonQuestion<T>, 'messages' | 'schema'>): TextMessage[] {
  const form = `Answer with one JSON object and nothing else: no words around it, no code fence. It fits this JSON Schema:\n${JSON.stringify(schema)}`
  const [first, ...rest] = messages
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${form}` }, ...rest]
    : [{ role: 'system', content: form }, ...messages]
}

export const withFaults = ({ text }: Pick<ChatResult, 'text'>, faults: readonly string[]): TextMessage[] => [
  // Some providers refuse an empty message.
  { role: 'assistant', content: text.trim().slice(0, MAX_REMINDER_LENGTH) || '{}' },
  {
    role: 'user',
    content: `That answer can't be used:\n${faults
      .slice(0, MAX_FAULTS)
      .map((fault) => `- ${fault}`)
      .join('\n')}\nGive the whole JSON object again with these faults corrected, and nothing else.`,
  },
]

type Json = Record<string, unknown>

/** With more candidates than this, the text is not a usable answer. */
const MAX_TRIES = 20

/**
 * Finds the JSON object in a model's text: bare, in a code fence, or within prose. If there are several,
 * the longest wins. Pure.
 */
export function findJson(answer: string): Json | undefined {
  const text = answer.replace(/^[\s\S]*<\/think>/, '').trim()
  return parseObject(text) ?? longest(text)
}

function longest(text: string): Json | undefined {
  let best: { value: Json; length: number } | undefined
  let start = text.indexOf('{')
  for (let tries = 0; start >= 0 && tries < MAX_TRIES; tries++) {
    const end = endOfObject(text, start)
    // The answer was truncated: a complete object inside it is only a fragment.
    if (end === undefined && /^\{\s*"/.test(text.slice(start, start + 100))) break
    const value = end === undefined ? undefined : parseObject(text.slice(start, end))
    if (value && end !== undefined && end - start > (best?.length ?? 0)) best = { value, length: end - start }
    start = text.indexOf('{', value && end !== undefined ? end : start + 1)
  }
  return best?.value
}

/** Returns the position after the brace that closes the one at `start`. Braces inside strings don't count. */
function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  let inText = false
  for (let at = start; at < text.length; at++) {
    const letter = text[at]
    if (inText) {
      if (letter === '\\') at++
      else if (letter === '"') inText = false
    } else if (letter === '"') inText = true
    else if (letter === '{') depth++
    else if (letter === '}' && --depth === 0) return at + 1
  }
  return undefined
}

const parseObject = (text: string): Json | undefined =>
  text.startsWith('{') ? tryParseObject(text) : undefined
