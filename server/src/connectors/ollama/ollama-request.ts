import { say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'
import type { ChatMessage, ModelRequest, UnsupportedParam } from '../connector.ts'
import { findForeignTool, offeredFunctions } from '../upstream/client-functions.ts'
import type { Json } from '../upstream/json.ts'
import {
  imageUrlOf,
  inlineImage,
  partsOf,
  refuseForeignContent,
  textOf,
  toolCallsOf,
} from '../upstream/message-parts.ts'
import { findUnsupported } from '../upstream/unsupported-params.ts'

/** OpenAI's names of parameters, and Ollama's. If two map to the same option, the later one wins. */
const OPTIONS: readonly (readonly [string, string])[] = [
  ['temperature', 'temperature'],
  ['top_p', 'top_p'],
  ['top_k', 'top_k'],
  ['seed', 'seed'],
  ['stop', 'stop'],
  ['presence_penalty', 'presence_penalty'],
  ['frequency_penalty', 'frequency_penalty'],
  ['num_ctx', 'num_ctx'],
  ['max_tokens', 'num_predict'],
  ['max_completion_tokens', 'num_predict'],
  ['num_predict', 'num_predict'],
]

/** Creates the body of POST /api/chat. Pure. */
export function toOllamaBody(request: ModelRequest): Json {
  const { params } = request
  refuseForeignContent(request.messages, 'Ollama')
  // Ollama can't forbid calls, so no functions are offered.
  const functions = params.tool_choice === 'none' ? [] : offeredFunctions(request)
  const options: Json = isObject(params.options) ? { ...params.options } : {}
  for (const [name, option] of OPTIONS)
    if (params[name] !== undefined && params[name] !== null) options[option] = params[name]
  const format = toFormat(params.response_format)
  return {
    model: request.model,
    messages: toOllamaMessages(request.messages),
    stream: true,
    options,
    ...(format === undefined ? {} : { format }),
    ...toThinking(params.reasoning_effort),
    ...(functions.length > 0
      ? { tools: functions.map((spec) => ({ type: 'function', function: spec })) }
      : {}),
  }
}

const SUPPORTED: ReadonlySet<string> = new Set([
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'response_format',
  'tools',
  'reasoning_effort',
])

/** Finds parameters that Ollama's API does not support. Pure. */
export const findUnsupportedByOllama = (params: ModelRequest['params']): UnsupportedParam | undefined =>
  findUnsupported('Ollama', SUPPORTED, params) ?? findForeignTool('Ollama', params)

/** Ollama supports three levels, and off. */
function toThinking(effort: unknown): Json {
  if (effort === 'none' || effort === 'minimal') return { think: false }
  if (effort === 'xhigh') return { think: 'high' }
  return typeof effort === 'string' ? { think: effort } : {}
}

function toFormat(responseFormat: unknown): unknown {
  if (!isObject(responseFormat)) return undefined
  if (responseFormat.type === 'json_object') return 'json'
  return responseFormat.type === 'json_schema' && isObject(responseFormat.json_schema)
    ? responseFormat.json_schema.schema
    : undefined
}

function toOllamaMessages(messages: readonly ChatMessage[]): Json[] {
  // A tool result refers to the tool by name here, and to the call by id on OpenAI's wire.
  const nameOfCall = new Map(messages.flatMap(toolCallsOf).map((call) => [call.id, call.name]))
  return messages.map((message) => {
    const images = imagesOf(message)
    const calls = toolCallsOf(message)
    const toolName = message.role === 'tool' ? nameOfCall.get(String(message.tool_call_id)) : undefined
    return {
      role: message.role === 'developer' ? 'system' : message.role,
      content: textOf(message),
      ...(images.length > 0 ? { images } : {}),
      ...(typeof message['thinking'] === 'string' ? { thinking: message['thinking'] } : {}),
      ...(calls.length > 0
        ? { tool_calls: calls.map(({ name, input }) => ({ function: { name, arguments: input } })) }
        : {}),
      ...(toolName === undefined ? {} : { tool_name: toolName }),
    }
  })
}

const imagesOf = (message: ChatMessage): string[] =>
  partsOf(message).flatMap((part) => {
    const url = imageUrlOf(part)
    if (url === undefined) return []
    const image = inlineImage(url)
    if (!image) throw badRequest(say('providers.image_url'))
    return [image.base64]
  })
