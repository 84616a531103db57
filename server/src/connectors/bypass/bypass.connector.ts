import * as z from 'zod'
import {
  type Connector,
  defineConnector,
  type ModelEvent,
  type ModelInfo,
  type ModelRequest,
} from '../connector.ts'
import { textOf } from '../upstream/message-parts.ts'

const MODELS: ModelInfo[] = [
  {
    id: 'debug-bypass',
    title: 'Debug',
    description: 'Shows the messages and parameters that a model would get.',
  },
  { id: 'simple-bypass', title: 'Echo', description: 'Repeats the last message.' },
  { id: 'full-conversation-bypass', title: 'Transcript', description: 'Repeats the whole conversation.' },
]

/** Enough pieces to look like a stream, whatever the length of the text. */
const MAX_PIECES = 500

/** Answers without a model: shows what a model would get, and works offline. */
export function createBypassConnector(): Connector {
  return defineConnector({
    name: 'bypass',
    title: 'Offline (no model)',
    description: 'Answers with what a model would have received. Free, and sends nothing to other servers.',
    settings: z.object({}),
    capabilities: { text: true, vision: false, imageGeneration: false, functions: false },
    listModels: async () => MODELS,
    async *stream(request, _settings, { signal }): AsyncGenerator<ModelEvent> {
      for (const text of toPieces(toAnswer(request))) {
        signal.throwIfAborted()
        yield { type: 'text-delta', text }
      }
      signal.throwIfAborted()
      yield { type: 'end', reason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } }
    },
  })
}

function toAnswer({ model, messages, params }: ModelRequest): string {
  const last = messages.at(-1)
  switch (model) {
    case 'debug-bypass':
      return `Messages:\n${JSON.stringify(messages, null, 2)}\n\nBody:\n${JSON.stringify(params, null, 2)}`
    case 'simple-bypass':
      return last ? textOf(last) : ''
    case 'full-conversation-bypass':
      return messages.map((message) => `${message.role}: ${textOf(message)}`).join('\n')
    default:
      return (
        `The offline connector has no model “${model}”. Choose ${MODELS.map(({ id }) => id).join(', ')}, ` +
        'or a connector with a real model.'
      )
  }
}

/** Splits the text into words. Joined, the pieces give exactly the text. */
function toPieces(text: string): string[] {
  const words = text.match(/\S+\s*|^\s+/g) ?? []
  const perPiece = Math.ceil(words.length / MAX_PIECES)
  const pieces: string[] = []
  for (let i = 0; i < words.length; i += perPiece) pieces.push(words.slice(i, i + perPiece).join(''))
  return pieces
}
