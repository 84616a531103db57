import { isObject } from '../../../platform/is-object.ts'
import { parseLegacyJson, toSeconds, toText } from '../source/legacy-row.ts'

export interface LegacyMessage {
  role: 'user' | 'assistant'
  content: string
  createdAt: number
}

export interface LegacyChat {
  messages: LegacyMessage[]
  /** The ids of the assistants in `lamb_assistant.<id>`, of Open WebUI's chats. */
  assistantIds: string[]
  /** Messages of other branches or roles, broken ones, and those beyond the maximum. */
  leftOut: number
}

const MAX_CONTENT = 1_000_000
const MAX_MESSAGES = 20_000

interface Node {
  id: string
  parent: string
  role: string
  content: string
  createdAt: number
  order: number
}

/**
 * The messages of a chat in one line. Where a question was edited or an answer was repeated, the branch that the person
 * saw last is taken. Undefined if the text is not a chat. Pure.
 */
export function readLegacyChat(text: string, startedAt: number): LegacyChat | undefined {
  const chat = parseLegacyJson(text)
  if (!chat) return undefined
  const history = isObject(chat['history']) ? chat['history'] : {}
  const stored = history['messages'] ?? chat['messages']
  const nodes = readNodes(stored, startedAt)
  const line = linearise(nodes, toText(history['currentId']))
  const messages = line.flatMap(({ role, content, createdAt }) =>
    role === 'user' || role === 'assistant' ? [{ role, content, createdAt } as const] : [],
  )
  const models = Array.isArray(chat['models']) ? chat['models'] : []
  const assistantIds = models.flatMap(
    (model) => /^lamb_assistant\.(\d{1,15})$/.exec(toText(model))?.[1] ?? [],
  )
  const total = isObject(stored) || Array.isArray(stored) ? Object.keys(stored).length : 0
  return { messages, assistantIds, leftOut: total - messages.length }
}

function readNodes(messages: unknown, startedAt: number): Map<string, Node> {
  const nodes = new Map<string, Node>()
  if (!isObject(messages) && !Array.isArray(messages)) return nodes
  const entries = Object.entries(messages).slice(0, MAX_MESSAGES)
  entries.forEach(([key, message], order) => {
    if (!isObject(message)) return
    const id = Array.isArray(messages) ? toText(message['id']) || String(order) : key
    nodes.set(id, {
      id,
      parent: toText(message['parentId']),
      role: toText(message['role']),
      content: contentOf(message['content']).slice(0, MAX_CONTENT),
      createdAt: toSeconds(message['timestamp']) ?? startedAt,
      order,
    })
  })
  return nodes
}

/** Only the texts of a message with images. */
function contentOf(content: unknown): string {
  if (!Array.isArray(content)) return toText(content)
  return content.map((part) => (isObject(part) ? toText(part['text']) : '')).join('\n')
}

function linearise(nodes: ReadonlyMap<string, Node>, currentId: string): Node[] {
  const all = [...nodes.values()].sort((a, b) => a.createdAt - b.createdAt || a.order - b.order)
  // A link to a message that is missing is no branch: the conversation went on.
  all.forEach((node, at) => {
    if (node.parent !== '' && !nodes.has(node.parent)) node.parent = all[at - 1]?.id ?? ''
  })
  const children = new Map<string, number>()
  for (const { parent } of all) if (nodes.has(parent)) children.set(parent, (children.get(parent) ?? 0) + 1)
  const roots = all.filter(({ parent }) => !nodes.has(parent)).length
  const hasBranches = roots > 1 || [...children.values()].some((count) => count > 1)
  const last = nodes.get(currentId) ?? all.at(-1)
  const line = last ? pathTo(nodes, last) : []
  // Without branches, the order of time also brings messages whose links are broken.
  return hasBranches && line.length > 1 ? line : all
}

/** From the first message to this one. Links may be circular. */
function pathTo(nodes: ReadonlyMap<string, Node>, last: Node): Node[] {
  const path: Node[] = []
  const seen = new Set<string>()
  for (let node: Node | undefined = last; node && !seen.has(node.id); node = nodes.get(node.parent)) {
    seen.add(node.id)
    path.push(node)
  }
  return path.reverse()
}
