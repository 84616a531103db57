import { say } from '@bellwether/wire'
import { isObject } from '../../platform/is-object.ts'
import type { ChatMessage, ContentPart, ModelRequest, UnsupportedParam } from '../connector.ts'
import { findForeignTool, offeredFunctions } from '../upstream/client-functions.ts'
import { arrayOf, type Json, stringOf } from '../upstream/json.ts'
import {
  imageUrlOf,
  inlineImage,
  partsOf,
  refuseForeignContent,
  textOf,
  toolCallsOf,
} from '../upstream/message-parts.ts'
import { findUnsupported } from '../upstream/unsupported-params.ts'
import { type CachePart, markRepeated } from './cache-marks.ts'

const DEFAULT_MAX_TOKENS = 4096

interface Turn {
  role: 'user' | 'assistant'
  content: Json[]
}

/** Creates the body of POST /v1/messages. Pure. */
export function toAnthropicBody(request: ModelRequest): Json {
  const { params, messages } = request
  refuseForeignContent(messages, 'Anthropic')
  const system = toSystem(request)
  const contents = messages.map((message) => (isSystem(message) ? [] : toBlocks(message)))
  const stops = toStops(params.stop)
  const tools = offeredFunctions(request).map(({ name, description, parameters }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    input_schema: parameters,
  }))
  const blocks = [...system.fixed, ...system.changing]
  markRepeated(request.model, toCacheParts(messages, tools, system, contents))
  return {
    model: request.model,
    messages: toTurns(messages, contents),
    max_tokens: params.max_completion_tokens ?? params.max_tokens ?? DEFAULT_MAX_TOKENS,
    stream: true,
    ...(system.text === '' ? {} : { system: blocks.some(isMarked) ? blocks : system.text }),
    ...toSampling(params),
    ...(stops.length > 0 ? { stop_sequences: stops } : {}),
    ...(tools.length > 0 ? { tools, ...toToolChoice(params) } : toEarlierTools(messages)),
  }
}

interface SystemBlocks {
  text: string
  fixed: Json[]
  /** What other questions have other text in. */
  changing: Json[]
}

function toSystem({ messages, fixedSystemLength }: ModelRequest): SystemBlocks {
  const text = messages
    .filter(isSystem)
    .map(textOf)
    .filter((text) => text !== '')
    .join('\n\n')
  const toTextBlocks = (text: string): Json[] => (text.trim() === '' ? [] : [{ type: 'text', text }])
  return {
    text,
    fixed: toTextBlocks(text.slice(0, fixedSystemLength)),
    changing: fixedSystemLength === undefined ? [] : toTextBlocks(text.slice(fixedSystemLength)),
  }
}

/**
 * Later requests repeat the tools, the system prompt and the turns before the question, but not the question, which a template
 * and tool output surround. While the model calls tools, the next round repeats the question as well.
 */
function toCacheParts(
  messages: readonly ChatMessage[],
  tools: Json[],
  { fixed, changing }: SystemBlocks,
  contents: readonly Json[][],
): CachePart[] {
  const question = messages.findLastIndex(({ role }) => role === 'user')
  // Between the last answer and the question, attached documents move on with every question.
  const turnsEnd = messages.findLastIndex(({ role }, at) => role === 'assistant' && at < question) + 1
  const isCalling = messages.at(-1)?.role === 'tool'
  // At the limit of rounds, functions are no longer offered: no other request begins like this one.
  if (isCalling && tools.length === 0) return []
  return [
    { blocks: tools, isRepeated: true },
    { blocks: fixed, isRepeated: true },
    { blocks: [...changing, ...contents.slice(0, turnsEnd).flat()], isRepeated: changing.length === 0 },
    { blocks: contents.slice(turnsEnd).flat(), isRepeated: isCalling },
  ]
}

/**
 * The API refuses a conversation with tool calls unless the request names tools, even if none
 * may be called any more.
 */
function toEarlierTools(messages: readonly ChatMessage[]): Json {
  const names = new Set(messages.flatMap((message) => toolCallsOf(message).map(({ name }) => name)))
  if (names.size === 0) return {}
  const tools = Array.from(names, (name) => ({ name, input_schema: { type: 'object' } }))
  return { tools, tool_choice: { type: 'none' } }
}

const isMarked = (block: Json): boolean => block.cache_control !== undefined
const isSystem = (message: ChatMessage): boolean => message.role === 'system' || message.role === 'developer'

/** Temperature goes up to 1 here and up to 2 elsewhere. Newer models refuse it together with top_p. */
function toSampling({ temperature, top_p, top_k }: ModelRequest['params']): Json {
  return {
    ...(typeof temperature === 'number' ? { temperature: Math.min(1, Math.max(0, temperature)) } : {}),
    ...(typeof top_p === 'number' && typeof temperature !== 'number' ? { top_p } : {}),
    ...(typeof top_k === 'number' ? { top_k } : {}),
  }
}

const toStops = (stop: unknown): string[] =>
  (typeof stop === 'string' ? [stop] : arrayOf(stop)).map(stringOf).filter((text) => text.trim() !== '')

function toToolChoice({ tool_choice: choice, parallel_tool_calls: parallel }: ModelRequest['params']): Json {
  const oneAtATime = parallel === false ? { disable_parallel_tool_use: true } : {}
  if (choice === 'none') return { tool_choice: { type: 'none' } }
  if (choice === 'required') return { tool_choice: { type: 'any', ...oneAtATime } }
  if (isObject(choice) && isObject(choice.function))
    return { tool_choice: { type: 'tool', name: choice.function.name, ...oneAtATime } }
  return choice === 'auto' || parallel === false ? { tool_choice: { type: 'auto', ...oneAtATime } } : {}
}

const SUPPORTED: ReadonlySet<string> = new Set(['stop', 'tools', 'tool_choice', 'parallel_tool_calls'])

/** Finds parameters that the Messages API does not support. Pure. */
export const findUnsupportedByAnthropic = (params: ModelRequest['params']): UnsupportedParam | undefined =>
  findUnsupported('Anthropic', SUPPORTED, params) ??
  findForeignTool('Anthropic', params) ??
  findForeignChoice(params)

const findForeignChoice = ({ tool_choice: choice }: ModelRequest['params']): UnsupportedParam | undefined =>
  isObject(choice) && !isObject(choice.function)
    ? { param: 'tool_choice', message: say('providers.only_function_choice', { provider: 'Anthropic' }) }
    : undefined

/** Roles must alternate, starting with the user; empty texts are refused. */
function toTurns(messages: readonly ChatMessage[], contents: readonly Json[][]): Turn[] {
  const turns: Turn[] = []
  for (const [at, message] of messages.entries()) {
    const role = message.role === 'assistant' ? 'assistant' : 'user'
    const content = contents[at] ?? []
    if (content.length === 0) continue
    const last = turns.at(-1)
    if (last?.role === role) last.content.push(...content)
    else turns.push({ role, content })
  }
  if (turns[0]?.role === 'assistant')
    turns.unshift({ role: 'user', content: [{ type: 'text', text: '(The conversation begins.)' }] })
  return turns
}

function toBlocks(message: ChatMessage): Json[] {
  if (message.role === 'tool') {
    return [{ type: 'tool_result', tool_use_id: stringOf(message.tool_call_id), content: textOf(message) }]
  }
  const calls = toolCallsOf(message).map((call) => ({ type: 'tool_use', ...call }))
  return [...partsOf(message).flatMap(toBlock), ...calls]
}

function toBlock(part: ContentPart): Json[] {
  const url = imageUrlOf(part)
  if (url === undefined)
    return part.type === 'text' && part.text?.trim() ? [{ type: 'text', text: part.text }] : []
  const image = inlineImage(url)
  const source = image
    ? { type: 'base64', media_type: image.contentType, data: image.base64 }
    : { type: 'url', url }
  return [{ type: 'image', source }]
}
