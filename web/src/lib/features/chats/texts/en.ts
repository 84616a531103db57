import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Chats',
  search: 'Search chats',
  tabsLabel: 'Active and archived chats',
  shelves: { open: 'Chats', archived: 'Archived' },
  list: 'Chats',
  history: 'Earlier chats',
  historyEmpty: 'You have no earlier chats with this assistant.',
  count: (count: number) => plural('en', count, { one: '# chat', other: '# chats' }),
  messages: (count: number) =>
    plural('en', count, { one: '# message', other: '# messages', zero: 'No messages' }),
  assistantUnavailable: 'Assistant no longer available',
  with: (name: string) => `with ${name}`,
  moreFor: (title: string) => `More for ${title}`,
  rename: 'Rename',
  renameTitle: 'Rename chat',
  name: 'Title',
  archive: 'Archive',
  unarchive: 'Unarchive',
  export: 'Export',
  archived: (title: string) => `“${title}” was archived`,
  unarchived: (title: string) => `“${title}” was unarchived`,
  deleted: (title: string) => `“${title}” was deleted`,
  emptyTitle: 'No chats yet',
  emptyText:
    'When you chat with an assistant, the chat is saved here, so you can search and continue it. Only you can read your chats. Admins can’t.',
  toAssistants: 'Choose an assistant',
  archivedEmptyTitle: 'No archived chats',
  archivedEmptyText: 'Archive a chat to hide it from your list without deleting it.',
  noResultsTitle: 'No chats found',
  noResultsText: 'Try different words. Titles and messages are searched.',
  showAll: 'Show all',
  continuePrompt: 'Continue this chat…',
  readOnly: 'This assistant is no longer available to you. You can read this chat but not continue it.',
  noMessages: 'This chat has no messages yet.',
  exported: { you: 'You', assistant: 'Assistant', interrupted: 'The answer was interrupted here.' },
}

export type Texts = typeof en
