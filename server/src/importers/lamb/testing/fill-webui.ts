import { type LegacyDatabase, T } from './legacy-database.ts'

export function fillWebui(webui: LegacyDatabase): void {
  webui.add('user', { id: 'owi-1', email: 's1_link-1@lamb-lti.local', role: 'user', name: 'Student One' })
  webui.add('user', { id: 'owi-9', email: 'stranger@elsewhere.edu', role: 'admin', name: 'X' })
  const messages = {
    q: {
      id: 'q',
      parentId: null,
      childrenIds: ['a1', 'a2'],
      role: 'user',
      content: 'What is light?',
      timestamp: T,
    },
    a1: {
      id: 'a1',
      parentId: 'q',
      childrenIds: [],
      role: 'assistant',
      content: 'First answer',
      timestamp: T + 1,
    },
    a2: {
      id: 'a2',
      parentId: 'q',
      childrenIds: [],
      role: 'assistant',
      content: 'Second answer',
      timestamp: T + 9,
    },
  }
  const chat = (model: string) => JSON.stringify({ models: [model], history: { currentId: 'a1', messages } })
  webui.add('chat', {
    id: 'w-1',
    user_id: 'owi-1',
    title: 'Light',
    chat: chat('lamb_assistant.101'),
    created_at: T,
    updated_at: T + 9,
    archived: 0,
  })
  webui.add('chat', {
    id: 'w-2',
    user_id: 'owi-1',
    title: 'Other',
    chat: chat('gpt-4o'),
    created_at: T,
    updated_at: T,
    archived: 0,
  })
  webui.add('chat', {
    id: 'w-3',
    user_id: 'owi-9',
    title: 'Stranger',
    chat: chat('lamb_assistant.101'),
    created_at: T,
    updated_at: T,
    archived: 0,
  })
}
