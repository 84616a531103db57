import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  search: 'Cerca fitxers',
  tag: 'Etiqueta',
  anyTag: 'Totes les etiquetes',
  tagWithCount: (tag, count) => `${tag} (${count})`,
  status: 'Estat',
  statuses: {
    all: 'Tots els estats',
    completed: 'A punt',
    processing: 'En procés',
    pending: 'En cua',
    failed: 'Amb error',
    cancelled: 'Aturats',
  },
  noMatchesTitle: 'Cap fitxer no coincideix',
  noMatchesText: 'Prova una altra cerca, etiqueta o estat.',
  clearFilters: 'Treu els filtres',
  selectPage: 'Selecciona tots els d’aquesta pàgina',
  select: (name) => `Selecciona ${name}`,
  selected: (count) => plural('ca', count, { one: '# fitxer seleccionat', other: '# fitxers seleccionats' }),
  selectAll: (count) =>
    plural('ca', count, { one: 'Selecciona l’únic fitxer', other: 'Selecciona els # fitxers' }),
  clear: 'Treu la selecció',
  actions: 'Accions per als fitxers seleccionats',
  tags: 'Etiquetes',
  again: 'Torna a processar',
  download: 'Baixa',
  deleteAll: 'Elimina',
  confirmDelete: (count) =>
    plural('ca', count, { one: 'Vols eliminar # fitxer?', other: 'Vols eliminar # fitxers?' }),
  confirmDeleteText: 'Amb tants fitxers, això no es pot desfer.',
  deleted: (count) => plural('ca', count, { one: '# fitxer eliminat', other: '# fitxers eliminats' }),
  files: (count) => plural('ca', count, { one: '# fitxer', other: '# fitxers' }),
  processing: (count) =>
    plural('ca', count, {
      one: '# fitxer es torna a processar',
      other: '# fitxers es tornen a processar',
    }),
  alreadyProcessing: (count) =>
    plural('ca', count, {
      one: '# fitxer ja s’estava processant',
      other: '# fitxers ja s’estaven processant',
    }),
  tagsSaved: 'S’han desat les etiquetes',
  tagged: {
    titleOne: (name) => `Etiquetes de ${name}`,
    titleMany: (count) =>
      plural('ca', count, { one: 'Etiquetes de # fitxer', other: 'Etiquetes de # fitxers' }),
    text: 'Per canviar el nom d’una etiqueta, treu-la i afegeix el nom nou.',
    add: 'Afegeix una etiqueta',
    addHint: 'Per exemple, «Unitat 3» o «Temes d’examen». Fins a 20 per fitxer.',
    addNow: 'Afegeix',
    current: 'Etiquetes actuals',
    inBase: 'Etiquetes d’aquesta base de coneixement',
    removeNamed: (tag) => `Treu ${tag}`,
    keepNamed: (tag) => `Mantén ${tag}`,
    willAdd: 's’afegirà',
    willRemove: 'es traurà',
    none: 'Encara no hi ha etiquetes.',
  },
  usedBy: 'La fan servir',
  notUsed: 'Cap assistent no la fa servir encara',
  othersUse: (count) =>
    plural('ca', count, { one: '# assistent d’un col·lega', other: '# assistents de col·legues' }),
  moreUse: (count) => plural('ca', count, { one: '# més', other: '# més' }),
  replace: 'Substitueix per una versió nova',
  replacing: (name) => `S’està pujant la versió nova de «${name}»…`,
  replaced: (name) => `Versió nova de «${name}» pujada; s’està processant`,
  same: (name) => `«${name}» no canvia: té el mateix contingut`,
  whatChanged: 'Què ha canviat',
  changesOf: (name) => `Què ha canviat a ${name}`,
  numbers: {
    unchanged: (count) =>
      plural('ca', count, { one: '# passatge sense canvis', other: '# passatges sense canvis' }),
    changed: (count) => plural('ca', count, { one: '# canviat', other: '# canviats' }),
    added: (count) => plural('ca', count, { one: '# afegit', other: '# afegits' }),
    removed: (count) => plural('ca', count, { one: '# eliminat', other: '# eliminats' }),
  },
  change: { changed: 'Canviat', added: 'Afegit', removed: 'Eliminat' },
  passage: (number) => `Passatge ${number}`,
  noDifferences: 'Tots els passatges són iguals que abans.',
  firstOnly: (count) => `Només es mostren les primeres ${count} diferències.`,
}
