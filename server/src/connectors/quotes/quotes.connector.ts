import * as z from 'zod'
import { type Connector, defineConnector, type ModelEvent, type ModelInfo } from '../connector.ts'
import { textOf } from '../upstream/message-parts.ts'
import { findUnsupported, SAMPLING } from '../upstream/unsupported-params.ts'
import { writeAnswer } from './write-answer.ts'

export const QUOTES_MODEL = 'quotes'

const MODELS: ModelInfo[] = [
  {
    id: QUOTES_MODEL,
    title: 'Quotes',
    description: 'Quotes the best matches for the question from the tool output, with sources.',
  },
]

const WORDS_PER_PIECE = 4

/** Answers with quotes from tool output. Calls no provider, needs no key, and says that it is not a model. */
export function createQuotesConnector(): Connector {
  return defineConnector({
    name: 'quotes',
    title: 'Quotes (no model)',
    description:
      'Answers without a language model: quotes the passages that match the question best. Free, and sends nothing to other servers.',
    settings: z.object({}),
    capabilities: { text: true, vision: false, imageGeneration: false, functions: false, context: true },
    findUnsupported: (params) => findUnsupported('Quotes', SAMPLING, params),
    listModels: async () => MODELS,
    async *stream({ messages, context }, _settings, { signal }): AsyncGenerator<ModelEvent> {
      signal.throwIfAborted()
      const last = messages.at(-1)
      const question = context?.question ?? (last ? textOf(last) : '')
      const answer = await writeAnswer(question, context?.parts ?? [], signal, context?.isPaused)
      for (const text of toPieces(answer)) {
        signal.throwIfAborted()
        yield { type: 'text-delta', text }
      }
      signal.throwIfAborted()
      yield { type: 'end', reason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } }
    },
  })
}

/** Splits the text into groups of words. Joined, the pieces give exactly the text. */
function toPieces(text: string): string[] {
  const words = text.match(/\S+\s*/g) ?? []
  const pieces: string[] = []
  for (let at = 0; at < words.length; at += WORDS_PER_PIECE)
    pieces.push(words.slice(at, at + WORDS_PER_PIECE).join(''))
  return pieces
}
