import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Memories',
  text: 'Facts that assistants remember about you for future chats. Only you can see them.',
  emptyTitle: 'No memories yet',
  emptyText:
    'Some assistants remember facts such as “prefers examples in Python”, so you don’t have to repeat them. They will appear here.',
  count: (count: number) => plural('en', count, { one: '# fact', other: '# facts' }),
  listOf: (name: string) => `Facts remembered by ${name}`,
  deleteFact: (fact: string) => `Delete “${fact}”`,
  deleted: 'Memory deleted',
  deleteAllOf: 'Delete all',
  deleteAllOfLabel: (name: string) => `Delete all facts remembered by ${name}`,
  confirmAssistant: (name: string) => `Delete everything ${name} remembers about you?`,
  deleteAll: 'Delete all memories',
  confirmAll: 'Delete everything assistants remember about you?',
  confirmText: 'This can’t be undone. Your chats aren’t affected.',
  confirm: 'Delete permanently',
  allDeleted: (count: number) => plural('en', count, { one: '# fact deleted', other: '# facts deleted' }),
  newest: (shown: string, total: string) => `Showing the ${shown} most recent of ${total}.`,
}

export type Texts = typeof en
