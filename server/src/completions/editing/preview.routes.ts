import { draftPreviewRequestSchema, idSchema, previewRequestSchema, previewSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { ChatMessage } from '../../connectors/connector.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { toTokens } from '../budget/estimate-tokens.ts'
import { gatherContext } from '../context/gather-context.ts'
import { withoutSideEffects } from '../context/injected-tool.ts'
import { toCitation } from '../openai/openai-wire.ts'
import type { AssistantDraft, Plan, PlanCompletion } from '../plan/completion-plan.ts'
import type { Piece } from '../prompt-processors/fill-template.ts'
import { questionOf, textOf } from '../prompt-processors/message-text.ts'
import { requirePromptFits } from '../prompt-processors/prompt-limit.ts'
import { type ToolDeps, toScope } from '../tools/tool-scope.ts'
import { toDraft } from './draft.routes.ts'

export interface PreviewDeps {
  planCompletion: PlanCompletion
  toolDeps: ToolDeps
  /** Throws when the settings of a draft are wrong. */
  checkDraft(caller: UserCaller, draft: AssistantDraft): Promise<AssistantDraft>
}

const tag = 'Assistants'

/** Shows the prompt and which tool each part comes from, without calling a model. */
export const createPreviewRoutes = ({ planCompletion, toolDeps, checkDraft }: PreviewDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/preview',
    tag,
    summary: 'Preview the prompt',
    description:
      'Returns the messages that the model would receive, with the tool that each part comes from. Requires access to the prompts.',
    access: 'user',
    params: z.object({ id: idSchema }),
    body: previewRequestSchema,
    answer: previewSchema,
    handle: async ({ params, body, caller, exchange }) =>
      // Like debug_bypass: needs no provider, but the right to read the prompts.
      preview(
        await planCompletion({ assistant: params, request: body, debugBypass: true }, caller),
        body.messages,
        exchange,
        toolDeps,
      ),
  }),
  endpoint({
    method: 'POST',
    path: '/assistant-drafts/preview',
    tag,
    summary: 'Preview the prompt of an unsaved assistant',
    description: 'Returns the messages that the model would receive with the settings in the request.',
    access: 'author',
    body: draftPreviewRequestSchema,
    answer: previewSchema,
    async handle({ body: { assistant, ...request }, caller, exchange }) {
      const draft = await checkDraft(caller, toDraft(assistant))
      const plan = await planCompletion({ assistant: { draft }, request, debugBypass: true }, caller)
      return preview(plan, request.messages, exchange, toolDeps)
    },
  }),
]

async function preview(plan: Plan, messages: readonly ChatMessage[], exchange: Exchange, toolDeps: ToolDeps) {
  const { template } = plan.prompt
  const injected = withoutSideEffects(plan.tools.injected)
  const question = questionOf(messages)
  const { insertions, sources } = await gatherContext({
    ...toScope({ toolDeps, log: exchange.baseLog }, plan, exchange.signal, 'preview'),
    tools: injected,
    steps: [],
    messages,
    question,
  })
  const filledPrompt = template?.process({ ...template, messages, insertions })
  const countTokens = await createTokenCounter()
  const toolOf = new Map(injected.map((entry) => [entry.placeholder, entry.tool.name]))
  const prompt = filledPrompt?.messages ?? messages
  requirePromptFits(prompt)
  return {
    messages: prompt,
    spans: toSpans(filledPrompt?.pieces ?? [], toolOf, countTokens),
    tokens: prompt.reduce((sum, message) => sum + countTokens(textOf(message.content)), 0),
    sources: sources.map(toCitation),
  }
}

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

/** In characters, for all texts of one preview. The rest is estimated. */
const MAX_COUNTED = 1_000_000
/** The tokenizer takes quadratic time for a long word, so it gets the text in parts. */
const PART = 2000

/** Counts the tokens of one preview's texts. */
export async function createTokenCounter(): Promise<(text: string) => number> {
  // Loaded only here: the tokenizer's tables take more memory than the rest of the server.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  let left = MAX_COUNTED
  return (text) => {
    const end = Math.min(text.length, left)
    left -= end
    let tokens = toTokens(text.length - end)
    for (let at = 0; at < end; at += PART) tokens += countTokens(text.slice(at, Math.min(at + PART, end)))
    return tokens
  }
}
