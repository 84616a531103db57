import { say } from '@bellwether/wire'
import * as z from 'zod'
import { askedFor } from '../../modules/usage/index.ts'
import { defineBuiltIn } from '../built-in-tool.ts'
import { toFailed } from '../tool-failure.ts'
import { lastUserText, recentTexts } from './conversation-text.ts'
import type { RewriteQuery } from './rewrite-query.ts'

/** Fills `{query}` with the last question, rewritten so that it makes sense on its own. */
export const queryRewriteTool = (rewriteQuery: RewriteQuery) =>
  defineBuiltIn({
    name: 'query_rewrite',
    category: 'context',
    version: '1.0',
    config: z.object({}),
    input: z.object({
      messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
      last_user_text: z.string(),
    }),
    inject: {
      placeholder: 'query',
      input: ({ messages }) => ({
        messages: recentTexts(messages),
        last_user_text: lastUserText(messages),
      }),
    },
    async run({ input, caller, endUser, assistant, signal, traceId }) {
      signal.throwIfAborted()
      const fallback = input.last_user_text
      if (!fallback) return toFailed(say('reasons.no_question_to_rewrite'))
      const { organizationId } = assistant
      const { query, reason } = await rewriteQuery(
        {
          organizationId,
          traceId,
          conversation: input.messages,
          askedFor: askedFor({ caller, endUser, assistant }, 'query_rewrite'),
          isSparing: assistant.isSparing,
        },
        signal,
      )
      return {
        ok: true,
        content: query ?? fallback,
        sources: [],
        metadata: {
          fallback: query === undefined,
          ...(reason ? { note: say('reasons.last_question_unchanged', { reason }) } : {}),
        },
      }
    },
  })
