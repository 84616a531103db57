import type { ChatWithMessages } from '@bellwether/wire'
import { saveFile } from '$lib/files/save-file.ts'
import { shownTitle } from './chats.ts'

interface Words {
  you: string
  assistant: string
  interrupted: string
}

/** A chat as Markdown, for people and programs. Pure. */
export function toMarkdown(chat: ChatWithMessages, assistantName: string | undefined, words: Words): string {
  const speaker = { user: words.you, assistant: assistantName ?? words.assistant }
  const turns = chat.messages.map(({ role, content, timestamp, complete }) => {
    const when = new Date(timestamp * 1000).toISOString().slice(0, 16).replace('T', ' ')
    const end = role === 'assistant' && !complete ? `\n\n*${words.interrupted}*` : ''
    return `## ${speaker[role]} (${when} UTC)\n\n${content.trim()}${end}\n`
  })
  return `# ${shownTitle(chat)}\n\n${turns.join('\n')}`
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
