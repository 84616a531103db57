import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Converses',
  search: 'Cerca converses',
  tabsLabel: 'Converses actives i arxivades',
  shelves: { open: 'Converses', archived: 'Arxivades' },
  list: 'Converses',
  count: (count) => plural('ca', count, { one: '# conversa', other: '# converses' }),
  messages: (count) => plural('ca', count, { one: '# missatge', other: '# missatges', zero: 'Cap missatge' }),
  assistantUnavailable: 'Assistent no disponible',
  with: (name) => `amb ${name}`,
  moreFor: (title) => `Més opcions per a ${title}`,
  rename: 'Canvia el títol',
  renameTitle: 'Canvia el títol de la conversa',
  name: 'Títol',
  archive: 'Arxiva',
  unarchive: 'Desarxiva',
  export: 'Exporta',
  archived: (title) => `S’ha arxivat «${title}»`,
  unarchived: (title) => `S’ha desarxivat «${title}»`,
  deleted: (title) => `S’ha eliminat «${title}»`,
  emptyTitle: 'Encara no hi ha converses',
  emptyText:
    'Quan converses amb un assistent, la conversa es desa aquí perquè la puguis cercar i continuar. Només tu pots llegir les teves converses. Els administradors no poden.',
  toAssistants: 'Tria un assistent',
  archivedEmptyTitle: 'No hi ha converses arxivades',
  archivedEmptyText: 'Arxiva una conversa per amagar-la de la llista sense eliminar-la.',
  noResultsTitle: 'No s’ha trobat cap conversa',
  noResultsText: 'Prova amb altres paraules. Se cerca als títols i als missatges.',
  showAll: 'Mostra-les totes',
  continuePrompt: 'Continua aquesta conversa…',
  readOnly:
    'Aquest assistent ja no està disponible per a tu. Pots llegir aquesta conversa, però no continuar-la.',
  noMessages: 'Aquesta conversa encara no té missatges.',
  exported: { you: 'Tu', assistant: 'Assistent', interrupted: 'La resposta es va interrompre aquí.' },
}
