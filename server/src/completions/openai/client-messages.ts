import { type Message, say } from '@bellwether/wire'
import type { ChatMessage, ContentPart } from '../../connectors/connector.ts'
import { imageUrlOf, toolCallsOf } from '../../connectors/upstream/message-parts.ts'
import { badRequest } from '../../platform/errors.ts'
import { isObject } from '../../platform/is-object.ts'

const ROLES: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/** Whether a URL points to a public address: false if in doubt. */
export type IsPublicAddress = (url: URL) => Promise<boolean>

const refuse = (param: string, problem: Message) =>
  badRequest(say('answers.param_invalid', { param, problem }), { param })

const choose = (values: Iterable<string>): Message =>
  say('fields.choice', { names: [...values].map((value) => `“${value}”`).join(', ') })

/**
 * Checks the conversation that a client sent: known roles, results only for calls that were made, parts that say
 * something, and links only to public addresses. Throws bad_request naming the problem.
 */
export async function checkMessages(
  messages: readonly ChatMessage[],
  isPublic: IsPublicAddress,
): Promise<void> {
  const calls = new Set<string>()
  const links = new Map<string, string>()
  for (const [at, message] of messages.entries()) {
    const where = `messages.${at}`
    if (!ROLES.has(message.role)) throw refuse(`${where}.role`, choose(ROLES))
    if (message.role === 'assistant') for (const id of callIds(message, where)) calls.add(id)
    if (message.role === 'tool') requireCall(message, calls, where)
    if (!Array.isArray(message.content)) continue
    requireContent(message.content, where)
    for (const [index, part] of message.content.entries()) {
      const link = linkIn(part, `${where}.content.${index}`)
      if (link) links.set(link.url, link.where)
    }
  }
  await Promise.all(Array.from(links, ([url, where]) => requirePublic(url, where, isPublic)))
}

function callIds(message: ChatMessage, where: string): string[] {
  if (message.tool_calls === undefined || message.tool_calls === null) return []
  if (!Array.isArray(message.tool_calls)) throw refuse(`${where}.tool_calls`, say('fields.list'))
  return toolCallsOf(message).map(({ id, name }, index) => {
    if (id === '') throw refuse(`${where}.tool_calls.${index}.id`, say('fields.empty'))
    // Calls of custom tools, which take plain text, have no function.
    if (name === '' && !hasCustom(message, index))
      throw refuse(`${where}.tool_calls.${index}.function.name`, say('fields.required'))
    return id
  })
}

const hasCustom = (message: ChatMessage, index: number): boolean => {
  const call: unknown = Array.isArray(message.tool_calls) ? message.tool_calls[index] : undefined
  return typeof call === 'object' && call !== null && Reflect.get(call, 'type') === 'custom'
}

function requireCall({ tool_call_id: id }: ChatMessage, calls: ReadonlySet<string>, where: string): void {
  if (typeof id !== 'string' || id === '') throw refuse(`${where}.tool_call_id`, say('fields.required'))
  if (!calls.has(id))
    throw refuse(`${where}.tool_call_id`, say('fields.tool_call_unknown', { id: id.slice(0, 100) }))
}

/** An empty text beside other parts is normal: Open WebUI sends it with a picture without words. */
function requireContent(parts: readonly ContentPart[], where: string): void {
  const untold = parts.findIndex(({ type, text }) => type === 'text' && text === undefined)
  if (untold >= 0) throw refuse(`${where}.content.${untold}.text`, say('fields.required'))
  if (parts.every(({ type, text }) => type === 'text' && text === ''))
    throw refuse(`${where}.content`, say('fields.empty'))
}

/**
 * The URL that a part refers to, if any. Ids of files stored at the provider are refused: they belong to
 * the operator's account.
 */
function linkIn(part: ContentPart, where: string): { url: string; where: string } | undefined {
  if (part.type === 'image_url' || part.type === 'image') {
    const url = imageUrlOf(part)
    if (url === undefined) throw refuse(`${where}.image_url.url`, say('fields.required'))
    return { url, where: `${where}.image_url.url` }
  }
  if (part.type === 'input_audio') {
    const audio = part['input_audio']
    if (isObject(audio) && typeof audio['data'] === 'string' && !isData(audio['data']))
      throw refuse(`${where}.input_audio.data`, say('fields.data_required'))
  }
  if (part.type !== 'file') {
    if (PARTS.has(part.type)) return undefined
    throw refuse(`${where}.type`, choose([...PARTS, 'image_url', 'file']))
  }
  const { file } = part
  if (!isObject(file) || typeof file['file_data'] !== 'string' || file['file_id'] !== undefined)
    throw refuse(`${where}.file`, say('fields.file_data_required'))
  if (file['file_url'] !== undefined || !isData(file['file_data']))
    throw refuse(`${where}.file.file_data`, say('fields.data_required'))
  return undefined
}

const PARTS: ReadonlySet<string> = new Set(['text', 'refusal', 'input_audio'])

/** Base64 with or without a `data:` URL around it. Some providers would call any other address. */
const isData = (text: string): boolean =>
  /^(?:data:[^,]{0,200},|[\w+/=\s-]{0,100}$|[\w+/=\s-]{100})/i.test(text)

async function requirePublic(address: string, where: string, isPublic: IsPublicAddress): Promise<void> {
  if (/^data:image\/[\w.+-]+(?:;[\w=.+-]+)*;base64,/i.test(address)) return
  const url = URL.canParse(address) ? new URL(address) : undefined
  const mayBeCalled = url?.protocol === 'https:' && !url.username && !url.password && (await isPublic(url))
  if (!mayBeCalled) throw refuse(where, say('fields.image_address'))
}
