import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Chats',
  search: 'Search chats',
  shelf: 'Which chats',
  shelves: { open: 'Chats', archived: 'Archived' },
  list: 'Chats',
  count: (count: number) => plural('en', count, { one: '# chat', other: '# chats' }),
  messages: (count: number) => plural('en', count, { one: '# message', other: '# messages', zero: 'Empty' }),
  assistantGone: 'An assistant that you may no longer use',
  with: (name: string) => `with ${name}`,
  moreFor: (title: string) => `More for ${title}`,
  rename: 'Rename',
  renameTitle: 'Rename the chat',
  name: 'Title',
  archive: 'Archive',
  unarchive: 'Bring back',
  export: 'Export',
  archived: (title: string) => `“${title}” was archived`,
  broughtBack: (title: string) => `“${title}” is back`,
  deleted: (title: string) => `“${title}” was deleted`,
  emptyTitle: 'Your conversations will be kept here',
  emptyText:
    'Chat with one of your assistants; you can come back to what was said, search it and go on. Nobody else can read it, not even an admin.',
  toAssistants: 'Choose an assistant',
  archivedEmptyTitle: 'Nothing is archived',
  archivedEmptyText: 'Archive a chat to keep it without seeing it every day.',
  noneTitle: 'No chat fits',
  noneText: 'Try other words. Titles and everything that was said are searched.',
  showAll: 'Show all',
  continuePrompt: 'Go on with this chat…',
  mayNotContinue: 'You may no longer use this assistant, so this chat can only be read.',
  noMessages: 'Nothing was said in this chat yet.',
  exported: { you: 'You', assistant: 'Assistant', brokenOff: 'The answer broke off here.' },
}

export type Texts = typeof en
