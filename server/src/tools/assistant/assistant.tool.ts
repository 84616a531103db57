import { type Source, say } from '@bellwether/wire'
import * as z from 'zod'
import { defineBuiltIn } from '../built-in-tool.ts'
import type { AskedAssistant, Tool, ToolEvent, ToolRun } from '../tool.ts'
import { type Failed, toFailed } from '../tool-failure.ts'

/** A question that one assistant asks another on behalf of a person. */
export interface Asked extends Pick<ToolRun<unknown, unknown>, 'caller' | 'endUser' | 'signal' | 'traceId'> {
  assistantId: number
  /** The asking assistant. */
  askingId: number
  /** The owner of the asking assistant, whose rights apply. */
  owner: { userId: number; organizationId: number }
  /** Whether the author of the asking assistant tries it as a student. */
  asStudent: boolean
  /** Whether nothing may change, even what the owner of the other assistant allows. */
  changesNothing: boolean
  query: string
  model: string | undefined
  /** Receives the events of the other assistant. */
  tell(event: ToolEvent): void
  /** Receives the cost of the other assistant's answer. */
  onSpent: AskedAssistant['onSpent']
}

export type Answered =
  | { ok: true; content: string; sources: Source[]; within?: { tokens: number; calls: number } }
  | Failed

export type AskAssistant = (question: Asked) => Promise<Answered>

/** Other assistants search, read and think, so they need longer than a lookup. */
const TIMEOUT_MS = 90_000
const MAX_QUERY = 20_000

/** Asks another assistant. As a function it is named `call_assistant_42`; injected, its answer goes into the prompt. */
export const assistantTool = (ask: AskAssistant): Tool =>
  defineBuiltIn({
    name: 'assistant',
    aliases: ['assistant_call', 'assistant_tool'],
    category: 'assistants',
    version: '1.0',
    config: z.object({
      assistant_id: z
        .union(
          [z.int().positive(), z.string().regex(/^[1-9]\d{0,14}$/, say('tools.choose_assistant').text)],
          say('tools.choose_assistant').text,
        )
        .transform(Number)
        .meta({ widget: 'assistant-picker' }),
      model: z.string().trim().max(200).optional(),
    }),
    input: z.object({
      query: z
        .string()
        .trim()
        .min(1, say('fields.task_required').text)
        .max(MAX_QUERY)
        .describe('The question or task for this assistant'),
    }),
    inject: {
      placeholder: 'tool_result',
      input: ({ question }) => ({ query: question.slice(0, MAX_QUERY) }),
      status: ({ assistant_id: id }) => `asking assistant ${id}`,
    },
    call: {
      // The list of tools needs a name without settings.
      functionName: ({ assistant_id: id }) => (id ? `call_assistant_${id}` : 'call_assistant'),
      describe: () => 'Asks another assistant and returns its answer.',
    },
    targets: ({ assistant_id: id }) => [{ kind: 'assistant', id: String(id) }],
    asksModels: true,
    isCited: true,
    timeoutMs: TIMEOUT_MS,
    async run({ config, input, caller, endUser, assistant, signal, traceId, emit }) {
      if (input.query === '') return toFailed(say('reasons.question_empty'))
      const name = `call_assistant_${config.assistant_id}`
      return ask({
        assistantId: config.assistant_id,
        askingId: assistant.id,
        owner: { userId: assistant.ownerId, organizationId: assistant.organizationId },
        asStudent: assistant.asStudent === true,
        changesNothing: assistant.changesNothing === true,
        query: input.query,
        model: config.model || undefined,
        caller,
        endUser,
        signal,
        traceId,
        onSpent: assistant.onSpent,
        tell: (event) => emit(event.type === 'status' ? { ...event, parent: name } : event),
      })
    },
  })
