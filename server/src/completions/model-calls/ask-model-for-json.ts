import type { ChatMessage } from '../../connectors/connector.ts'
import type { OrganizationSettings } from '../../modules/organizations/index.ts'
import { type AskedFor, type MeasureCall, type Took, unmeasured } from '../../modules/usage/index.ts'
import { AppError } from '../../platform/errors.ts'
import { estimateTurn } from '../budget/estimate-tokens.ts'
import type { ModelChoice } from '../models/choose-model.ts'
import { AnswerCollector } from '../openai/collect-answer.ts'
import { findJson } from './find-json.ts'

/** What could be read of an answer, and what is wrong with it. No faults = it is good. */
export interface Reading<T> {
  value: T | undefined
  faults: readonly string[]
}

export interface JsonQuestion<T> {
  organizationId: number
  /** One of the organization's models; absent = its default one. */
  model?: string | undefined
  messages: readonly { role: 'system' | 'user'; content: string }[]
  /** JSON Schema of the answer. It is told in words: not every provider takes it as a setting. */
  schema: Readonly<Record<string, unknown>>
  read(answer: Readonly<Record<string, unknown>>): Reading<T>
  signal: AbortSignal
  /** For whom a tool asks; absent = the server asks by itself. */
  asked?: AskedFor | undefined
}

export interface JsonAnswer<T> extends Reading<T> {
  /** As the model said it. */
  raw: string
  model: string
}

export type AskModelForJson = <T>(question: JsonQuestion<T>) => Promise<JsonAnswer<T>>

export interface AskForJsonDeps {
  settingsOf(organizationId: number): Promise<OrganizationSettings>
  chooseDefaultModel(organization: OrganizationSettings, wanted: string | undefined): ModelChoice
  /** For both tries together. Only tests hand in another one. */
  limitMs?: number
  /** Counts what each question takes. */
  measureCall?: MeasureCall
}

const LIMIT_MS = 120_000
const LONGEST_ANSWER = 256 * 1024
/** Of a wrong answer, when it is shown to the model again. */
const LONGEST_REMINDER = 40_000
const MOST_FAULTS = 10

interface Said {
  text: string
  /** Why the text is not all. */
  cut: string | undefined
}

/** Asks the organization's default model for one JSON object. A wrong answer is sent back once, with its faults. */
export const createAskModelForJson =
  ({
    settingsOf,
    chooseDefaultModel,
    limitMs = LIMIT_MS,
    measureCall = unmeasured,
  }: AskForJsonDeps): AskModelForJson =>
  async (question) => {
    const choice = chooseDefaultModel(await settingsOf(question.organizationId), question.model)
    const limit = AbortSignal.timeout(limitMs)
    const signal = AbortSignal.any([question.signal, limit])
    const ask = async (messages: readonly ChatMessage[]) => {
      try {
        const { organizationId, asked } = question
        const provider = choice.connector.name
        const estimate = { usage: estimateTurn({ params: {} }, messages) }
        const call = {
          kind: 'model',
          organizationId,
          provider,
          model: choice.model,
          asked,
          estimate,
          fromSystem: choice.fromSystem,
        } as const
        return await measureCall(call, (took) => say(choice, messages, organizationId, signal, took))
      } catch (error) {
        question.signal.throwIfAborted()
        if (!limit.aborted) throw error
        throw new AppError(
          'provider_timeout',
          `The model did not finish within ${limitMs / 1000} s; try again, or ask for less at once`,
        )
      }
    }
    const { model } = choice
    const messages = withSchema(question)
    const first = await ask(messages)
    const reading = readSaid(question, first)
    if (reading.faults.length === 0) return { ...reading, raw: first.text, model }
    const second = await ask([...messages, ...withFaults(first, reading.faults)])
    return { ...readSaid(question, second), raw: second.text, model }
  }

async function say(
  { connector, settings, model }: ModelChoice,
  messages: readonly ChatMessage[],
  organizationId: number,
  signal: AbortSignal,
  took: (took: Took) => void,
): Promise<Said> {
  signal.throwIfAborted()
  const answer = new AnswerCollector({ id: 'json', model })
  const context = { signal, owner: { userId: 0, organizationId } }
  let cut: string | undefined
  for await (const event of connector.stream(
    { model, messages, params: {}, acceptFrames: false },
    settings,
    context,
  )) {
    answer.add(event)
    if (event.type === 'end') took({ usage: event.usage })
    if (event.type === 'end' && event.reason === 'length')
      cut = 'the answer was cut off at its longest length'
    // Leaving the loop ends the call.
    if (answer.text.length > LONGEST_ANSWER) return { text: answer.text, cut: 'the answer is far too long' }
  }
  return { text: answer.text, cut }
}

function readSaid<T>(question: JsonQuestion<T>, { text, cut }: Said): Reading<T> {
  const found = findJson(text)
  if (found) return question.read(found)
  const fault = text.trim() === '' ? 'the answer is empty' : 'the answer is not one valid JSON object'
  return { value: undefined, faults: cut === undefined ? [fault] : [`${cut}; be much briefer`] }
}

function withSchema<T>({ messages, schema }: JsonQuestion<T>): ChatMessage[] {
  const form = `Answer with one JSON object and nothing else: no words around it, no code fence. It fits this JSON Schema:\n${JSON.stringify(schema)}`
  const [first, ...rest] = messages
  return first?.role === 'system'
    ? [{ ...first, content: `${first.content}\n\n${form}` }, ...rest]
    : [{ role: 'system', content: form }, ...messages]
}

const withFaults = ({ text }: Said, faults: readonly string[]): ChatMessage[] => [
  // Some providers refuse a message without words.
  { role: 'assistant', content: text.trim().slice(0, LONGEST_REMINDER) || '{}' },
  {
    role: 'user',
    content: `That answer can't be used:\n${faults
      .slice(0, MOST_FAULTS)
      .map((fault) => `- ${fault}`)
      .join('\n')}\nGive the whole JSON object again with these faults corrected, and nothing else.`,
  },
]
