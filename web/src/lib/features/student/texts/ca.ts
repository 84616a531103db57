import type { Texts } from './en.ts'

export const ca: Texts = {
  navigation: 'Principal',
  hello: (name) => `Hola, ${name}`,
  search: 'Cerca assistents i converses',
  assistants: 'Assistents',
  otherAssistants: 'Altres assistents',
  recentChats: 'Converses recents',
  chats: 'Converses',
  allChats: 'Totes les converses',
  emptyTitle: 'Encara no hi ha assistents',
  emptyText:
    'Els teus docents encara no han publicat cap assistent per a tu. Si tens un enllaç a algun, obre’l.',
  noChats: 'Aquí apareixeran les teves converses.',
  noResultsTitle: 'Cap resultat',
  noResultsText:
    'Prova amb altres paraules. Se cerca en noms i descripcions, i en els títols i missatges de les teves converses.',
  assistantUnavailable: 'Assistent ja no disponible',
}
