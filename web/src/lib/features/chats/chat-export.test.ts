import { describe, expect, it } from 'vitest'
import { toFileName, toMarkdown } from './chat-export.ts'
import { readView, shownTitle, writeView } from './chats.ts'

const words = {
  you: 'You',
  assistant: 'Assistant',
  interrupted: 'Interrupted.',
  onlyShown: 'There are other versions.',
  sources: 'Sources',
  place: ({ page }: { page?: number | null | undefined }) => (page ? `p. ${page}` : ''),
  version: ({ n, all }: { n: number; all: number }) => `version ${n} of ${all}`,
}
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

  it('lists the sources that an answer cites', () => {
    const source = { type: 'passage', title: 'cells.pdf', url: '', similarity: 1, page: 3 }
    const answer = {
      ...message,
      role: 'assistant' as const,
      content: 'A cell [2]. Again [2].',
      sources: [
        { ...source, n: 1, title: 'other.pdf' },
        { ...source, n: 2 },
        { ...source, n: 2 },
      ],
    }
    expect(toMarkdown({ ...chat, messages: [answer] }, 'Tutor', words)).toContain(
      'Again [2].\n\n**Sources**\n\n- [2] cells.pdf, p. 3\n',
    )
    expect(toMarkdown({ ...chat, messages: [answer] }, 'Tutor', words)).not.toContain('other.pdf')
  })

  it('says that there are other versions, or contains them all', () => {
    const at = (id: string, role: 'user' | 'assistant', parentId: string | null, childrenIds: string[]) => ({
      ...message,
      ...{ id, role, parentId, childrenIds, content: id },
      ...(role === 'user' ? { versions: ['q1', 'q2'] } : {}),
    })
    const [q1, q2] = [at('q1', 'user', null, ['a1']), at('q2', 'user', null, ['a2'])]
    const [a1, a2] = [at('a1', 'assistant', 'q1', []), at('a2', 'assistant', 'q2', [])]
    const shown = toMarkdown({ ...chat, messages: [q2, a2] }, 'Tutor', words)
    expect(shown).toContain('# Verbs\n\n*There are other versions.*\n\n## You (1970-01-01 00:00 UTC)\n\nq2')
    const all = toMarkdown({ ...chat, messages: [q1, q2, a2, a1] }, 'Tutor', words, true)
    expect(all.match(/^(?:## .*|[qa]\d)$/gm)).toEqual([
      '## You (1970-01-01 00:00 UTC, version 1 of 2)',
      'q1',
      '## Tutor (1970-01-01 00:00 UTC)',
      'a1',
      '## You (1970-01-01 00:00 UTC, version 2 of 2)',
      'q2',
      '## Tutor (1970-01-01 00:00 UTC)',
      'a2',
    ])
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
