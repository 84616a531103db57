import type { Texts } from './en.ts'

export const ca: Texts = {
  text: 'Accions dels administradors i crides a eines denegades. Les entrades no es poden canviar i es guarden 400 dies.',
  textSystem:
    'Accions dels administradors de totes les organitzacions i crides a eines denegades. Les entrades es guarden 400 dies.',
  search: 'Cerca accions',
  which: 'Filtre',
  kinds: { all: 'Tot', refused: 'Crides denegades' },
  list: 'Registre d’auditoria',
  when: 'Data',
  who: 'Persona',
  what: 'Acció',
  organization: 'Organització',
  organizationOf: (id) => `Organització ${id}`,
  program: 'Un programa',
  on: (object) => `a ${object}`,
  verbs: {
    post: 'Creat o iniciat',
    put: 'Va canviar',
    delete: 'Va suprimir',
    refused: 'Crida a una eina denegada',
    other: 'Una altra acció',
  },
  denied: 'Denegat',
  older: 'Carrega entrades anteriors',
  end: 'No hi ha més entrades',
  emptyTitle: 'Encara no hi ha entrades',
  emptyText: 'Aquí apareixeran els canvis dels administradors i les crides a eines denegades.',
  noneTitle: 'Sense resultats',
  noneText: 'Prova amb una part de l’acció, com ara «users» o «settings».',
}
