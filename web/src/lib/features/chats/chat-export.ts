import type { ChatWithMessages, PassagePlace, StoredMessage } from '@bellwether/wire'
import { citedNumbers, toShownSources } from '$features/chat/message.ts'
import { saveFile } from '$lib/files/save-file.ts'
import { shownTitle } from './chats.ts'

interface Words {
  you: string
  assistant: string
  interrupted: string
  onlyShown: string
  sources: string
  /** Where in its document a passage is. */
  place: (location: PassagePlace) => string
  version: (values: { n: number; all: number }) => string
}

/**
 * A chat as Markdown, for people and programs. With all versions, each is numbered and followed by what belongs to it.
 * Pure.
 */
export function toMarkdown(
  chat: ChatWithMessages,
  assistantName: string | undefined,
  words: Words,
  hasAllVersions = false,
): string {
  const speaker = { user: words.you, assistant: assistantName ?? words.assistant }
  const turns = (hasAllVersions ? inTreeOrder(chat.messages) : chat.messages).map((message) => {
    const { id, role, content, timestamp, complete, versions } = message
    const when = `${new Date(timestamp * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
    const version =
      hasAllVersions && versions
        ? `, ${words.version({ n: versions.indexOf(id) + 1, all: versions.length })}`
        : ''
    const end = role === 'assistant' && !complete ? `\n\n*${words.interrupted}*` : ''
    return `## ${speaker[role]} (${when}${version})\n\n${content.trim()}${end}${sourcesOf(message, words)}\n`
  })
  const isPart = !hasAllVersions && chat.messages.some(({ versions }) => versions !== undefined)
  return `# ${shownTitle(chat)}\n\n${isPart ? `*${words.onlyShown}*\n\n` : ''}${turns.join('\n')}`
}

/** What the numbers in an answer refer to. */
function sourcesOf({ content, sources = [] }: StoredMessage, words: Words): string {
  const cited = citedNumbers(content)
  const lines = new Set(
    toShownSources(sources)
      .filter(({ n }) => cited.includes(n))
      .map(({ n, title, location }) => {
        const place = words.place(location)
        return `- [${n}] ${title}${place === '' ? '' : `, ${place}`}`
      }),
  )
  return lines.size === 0 ? '' : `\n\n**${words.sources}**\n\n${[...lines].join('\n')}`
}

/** Each message before those that follow it. */
function inTreeOrder(messages: readonly StoredMessage[]): StoredMessage[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const ordered: StoredMessage[] = []
  const open = messages.filter(({ parentId }) => parentId === null).reverse()
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    ordered.push(message)
    // Each only once, whatever the data says.
    byId.delete(message.id)
    open.push(...message.childrenIds.flatMap((id) => byId.get(id) ?? []).reverse())
  }
  return ordered
}

/** A name that is valid on every file system. Pure. */
export const toFileName = (title: string): string =>
  `${
    title
      .normalize('NFKD')
      .replace(/\p{Mark}+/gu, '')
      .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'chat'
  }.md`

export const saveText = (name: string, text: string, type = 'text/markdown'): void =>
  saveFile(name, new Blob([text], { type }))
