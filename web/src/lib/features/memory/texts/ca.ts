import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Records',
  text: 'Dades que els assistents recorden sobre tu per a futures converses. Només tu les pots veure.',
  emptyTitle: 'Encara no hi ha records',
  emptyText:
    'Alguns assistents recorden dades com ara «prefereix exemples en Python», perquè no les hagis de repetir. Apareixeran aquí.',
  count: (count) => plural('ca', count, { one: '# dada', other: '# dades' }),
  listOf: (name) => `Dades que recorda ${name}`,
  deleteFact: (fact) => `Elimina «${fact}»`,
  deleted: 'S’ha eliminat el record',
  deleteAllOf: 'Elimina-ho tot',
  deleteAllOfLabel: (name) => `Elimina-ho tot: ${name}`,
  confirmAssistant: (name) => `Vols eliminar tot el que ${name} recorda sobre tu?`,
  deleteAll: 'Elimina tots els records',
  confirmAll: 'Vols eliminar tot el que els assistents recorden sobre tu?',
  confirmText: 'No es pot desfer. Les teves converses no en resulten afectades.',
  confirm: 'Elimina definitivament',
  allDeleted: (count) =>
    plural('ca', count, { one: 'S’ha eliminat # dada', other: 'S’han eliminat # dades' }),
  newest: (shown, total) => `Es mostren les ${shown} més recents de ${total}.`,
}
