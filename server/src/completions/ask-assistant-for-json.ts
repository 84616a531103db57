import type { Caller } from '../platform/caller.ts'
import {
  type AskModelForJson,
  needsSecond,
  readAnswer,
  withFaults,
  withSchema,
} from './model-calls/ask-model-for-json.ts'
import type { RunToText } from './run-to-text.ts'

export interface AskedAssistant {
  id: number
  name: string
  caller: Caller
  /** The reason for the call, for the trace. */
  door: string
}

/**
 * Like asking a model for a JSON object, but an assistant answers, with its own model, instructions and tools. All
 * instructions are in the question, because the system prompt belongs to the assistant.
 */
export const createAskAssistantForJson =
  (runToText: RunToText) =>
  ({ id, name, caller, door }: AskedAssistant): AskModelForJson =>
  async (question) => {
    const { onSpent, signal } = question
    const ask = async (messages: readonly { role: string; content: string }[]) => {
      const order = { assistant: { id }, request: { messages: [...messages], stream: false } }
      const origin = { door, requestModel: `lamb_assistant.${id}` }
      const { text } = await runToText({ order, caller, origin, signal, onSpent })
      return { text, reason: 'stop' as const }
    }
    const content = withSchema(question)
      .map((message) => message.content)
      .join('\n\n')
    const messages = [{ role: 'user', content }]
    const first = await ask(messages)
    const reading = readAnswer(question, first)
    if (!(await needsSecond(question, reading))) return { ...reading, raw: first.text, model: name }
    const second = await ask([...messages, ...withFaults(first, reading.faults)])
    return { ...readAnswer(question, second), raw: second.text, model: name }
  }
