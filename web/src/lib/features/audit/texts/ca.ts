import type { Texts } from './en.ts'

export const ca: Texts = {
  text: 'Què van fer els administradors i quines eines es van denegar. Les línies no es poden canviar; es guarden 400 dies.',
  textSystem:
    'Què van fer els administradors de totes les organitzacions i quines eines es van denegar. Les línies es guarden 400 dies.',
  search: 'Cerca en el que es va fer',
  which: 'Què es mostra',
  kinds: { all: 'Tot', refused: 'Eines denegades' },
  list: 'Registre d’auditoria',
  when: 'Quan',
  who: 'Qui',
  what: 'Què',
  organization: 'Organització',
  organizationOf: (id) => `Organització ${id}`,
  nobody: 'Un programa',
  on: (object) => `a ${object}`,
  verbs: {
    post: 'Va crear o iniciar',
    put: 'Va canviar',
    delete: 'Va suprimir',
    refused: 'Es va denegar una eina',
    other: 'Fet',
  },
  denied: 'Denegat',
  older: 'Mostra’n d’anteriors',
  end: 'Això era tot.',
  emptyTitle: 'Encara no hi ha res anotat',
  emptyText:
    'De seguida que un administrador canviï un ajust, o que a una eina se li negui el que algú no pot veure, aquí apareixerà una línia.',
  noneTitle: 'Res no encaixa',
  noneText: 'Prova amb una part del que es va fer, com «users» o «settings».',
}
