import { say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'
import type { ChatMessage, ContentPart } from '../connector.ts'
import { type Json, objectsOf, parseObject, stringOf } from './json.ts'

/** The text of a message; text parts are joined by newlines. */
export function textOf(message: ChatMessage): string {
  const { content } = message
  if (!Array.isArray(content)) return content ?? ''
  return content
    .filter((part) => part.type === 'text')
    .map((part) => part.text ?? '')
    .join('\n')
}

export const partsOf = (message: ChatMessage): readonly ContentPart[] => {
  const { content } = message
  if (Array.isArray(content)) return content
  return content ? [{ type: 'text', text: content }] : []
}

/** The URL of an image part, in both spellings that clients use; undefined for other parts. */
export function imageUrlOf(part: ContentPart): string | undefined {
  if (part.type !== 'image_url' && part.type !== 'image') return undefined
  const image = part.image_url ?? part.image
  const url = isObject(image) ? stringOf(image.url) : stringOf(image)
  return url === '' ? undefined : url
}

export interface InlineImage {
  contentType: string
  base64: string
}

/** The image in a `data:` URL; undefined for other URLs. */
export function inlineImage(url: string): InlineImage | undefined {
  const [, contentType, base64] = /^data:([\w/+.-]+)(?:;[\w=.-]+)*;base64,(.+)$/is.exec(url) ?? []
  return contentType && base64 ? { contentType, base64 } : undefined
}

export interface CalledTool {
  id: string
  name: string
  input: Json
}

/** The tool calls of an assistant's message. Unreadable arguments count as none. */
export const toolCallsOf = (message: ChatMessage): CalledTool[] =>
  objectsOf(message.tool_calls).map((call) => {
    const calledFunction = isObject(call.function) ? call.function : {}
    const input = isObject(calledFunction.arguments)
      ? calledFunction.arguments
      : parseObject(stringOf(calledFunction.arguments))
    return { id: stringOf(call.id), name: stringOf(calledFunction.name), input: input ?? {} }
  })

/**
 * What other providers have no equivalent for: OpenAI's retired function calls, calls of its custom tools, and files
 * and recordings. Left out, they would be missing from the answer without a word.
 */
export function refuseForeignContent(messages: readonly ChatMessage[], provider: string): void {
  for (const [at, message] of messages.entries()) {
    const param = `messages.${at}`
    if (message.role === 'function' || isObject(message.function_call))
      throw badRequest(say('providers.function_call', { param, provider }), { param })
    const custom = objectsOf(message.tool_calls).findIndex(({ type }) => type === 'custom')
    if (custom >= 0) refusePart(`${param}.tool_calls.${custom}`, 'custom', provider)
    const foreign = partsOf(message).findIndex(({ type }) => FOREIGN_PARTS.has(type))
    if (foreign >= 0)
      refusePart(`${param}.content.${foreign}`, partsOf(message)[foreign]?.type ?? '', provider)
  }
}

const FOREIGN_PARTS: ReadonlySet<string> = new Set(['file', 'input_audio'])

function refusePart(param: string, type: string, provider: string): never {
  throw badRequest(say('providers.part_unsupported', { param, provider, type }), { param })
}
