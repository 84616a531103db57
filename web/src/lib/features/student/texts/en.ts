export const en = {
  navigation: 'Main',
  hello: (name: string) => `Hello, ${name}`,
  search: 'Search assistants and chats',
  assistants: 'Assistants',
  otherAssistants: 'Other assistants',
  recentChats: 'Recent chats',
  chats: 'Chats',
  allChats: 'All chats',
  emptyTitle: 'No assistants yet',
  emptyText: 'Your teachers haven’t published an assistant for you yet. If you have a link to one, open it.',
  noChats: 'Your chats will appear here.',
  noResultsTitle: 'No results',
  noResultsText:
    'Try different words. Names, descriptions, and the titles and messages of your chats are searched.',
  assistantUnavailable: 'Assistant no longer available',
}

export type Texts = typeof en
