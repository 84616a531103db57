import { describe, expect, it } from 'vitest'
import { toFileName, toMarkdown } from './chat-export.ts'
import { readView, shownTitle, writeView } from './chats.ts'

const words = { you: 'You', assistant: 'Assistant', interrupted: 'Interrupted.' }
const message = { id: 'm', timestamp: 0, parentId: null, childrenIds: [], complete: true }
const chat = {
  id: 'c',
  title: 'Verbs - Sep 03 10:30',
  assistant_id: 1,
  message_count: 2,
  created_at: 0,
  updated_at: 0,
  archived: 0 as const,
  pinned: false,
  folder_id: null,
  messages: [
    { ...message, role: 'user' as const, content: 'What is a verb?' },
    { ...message, role: 'assistant' as const, content: 'A word', complete: false },
  ],
}

describe('a chat as a file', () => {
  it('names speakers and times, and marks an interrupted answer', () => {
    expect(toMarkdown(chat, 'Tutor', words)).toBe(
      '# Verbs\n\n## You (1970-01-01 00:00 UTC)\n\nWhat is a verb?\n\n## Tutor (1970-01-01 00:00 UTC)\n\nA word\n\n*Interrupted.*\n',
    )
  })

  it('has a file name that works on every system', () => {
    expect(toFileName('../a: b/c?')).toBe('a-b-c.md')
    expect(toFileName('///')).toBe('chat.md')
    expect(toFileName('Análisis de la acción')).toBe('Analisis-de-la-accion.md')
  })
})

describe('the list', () => {
  it('hides the time of a generated title only', () => {
    expect(shownTitle(chat)).toBe('Verbs')
    expect(shownTitle({ title: 'Plan - B' })).toBe('Plan - B')
  })

  it('is stored in the URL', () => {
    const view = { shelf: 'archived', search: 'a&b', folder: 'f', page: 3 } as const
    expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
    expect(readView(new URLSearchParams('shelf=x&page=-1'))).toEqual({
      shelf: 'open',
      search: '',
      folder: '',
      page: 1,
    })
    expect(writeView({ shelf: 'open', search: '', folder: '', page: 1 })).toBe('')
  })
})
