import { idSchema, previewRequestSchema, previewSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../platform/http/endpoint.ts'
import { gatherContext } from './gather-context.ts'
import { toCitation } from './openai-wire.ts'
import type { PlanCompletion } from './plan.ts'
import type { Piece } from './prompt-processors/fill-template.ts'
import { textOf } from './prompt-processors/prompt-processor.ts'

/** What the model would get, and who put what there. No model is asked. */
export const createPreviewRoutes = ({ planCompletion }: { planCompletion: PlanCompletion }): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/preview',
    tag: 'Assistants',
    summary:
      'The messages that the model would get, each stretch with the tool it comes from. For those who may read the prompts.',
    access: 'user',
    params: z.object({ id: idSchema }),
    body: previewRequestSchema,
    answer: previewSchema,
    async handle({ params, body, caller, exchange }) {
      // As for debug_bypass: the plan is made without a provider, and only for those who may read the prompts.
      const plan = await planCompletion({ assistant: params, request: body, debugBypass: true }, caller)
      const { endUser, assistant, prompt, injected } = plan
      const scope = { caller, endUser, assistant, signal: exchange.signal, log: exchange.baseLog }
      const question = textOf(body.messages.at(-1)?.content)
      const { insertions, sources } = await gatherContext({
        ...scope,
        tools: injected,
        messages: body.messages,
        question,
      })
      const filled = prompt?.process({ ...prompt, messages: body.messages, insertions })
      // Loaded only here: the tables of a tokenizer take more memory than the rest of the server.
      const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
      const toolOf = new Map(injected.map((one) => [one.placeholder, one.tool.name]))
      const messages = filled?.messages ?? body.messages
      return {
        messages,
        spans: toSpans(filled?.pieces ?? [], toolOf, countTokens),
        tokens: messages.reduce((sum, message) => sum + countTokens(textOf(message.content)), 0),
        sources: sources.map(toCitation),
      }
    },
  }),
]

function toSpans(
  pieces: readonly Piece[],
  toolOf: ReadonlyMap<string, string>,
  countTokens: (text: string) => number,
) {
  let start = 0
  return pieces.map(({ text, placeholder }) => {
    const span = {
      start,
      end: start + text.length,
      placeholder,
      tool: placeholder === null ? null : (toolOf.get(placeholder) ?? null),
      tokens: countTokens(text),
    }
    start = span.end
    return span
  })
}
