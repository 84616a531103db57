import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  search: 'Buscar archivos',
  tag: 'Etiqueta',
  anyTag: 'Todas las etiquetas',
  tagWithCount: (tag, count) => `${tag} (${count})`,
  status: 'Estado',
  statuses: {
    all: 'Todos los estados',
    completed: 'Listos',
    processing: 'En proceso',
    pending: 'En cola',
    failed: 'Con error',
    cancelled: 'Detenidos',
  },
  noMatchesTitle: 'Ningún archivo coincide',
  noMatchesText: 'Prueba con otra búsqueda, etiqueta o estado.',
  clearFilters: 'Quitar filtros',
  selectPage: 'Seleccionar todos los de esta página',
  select: (name) => `Seleccionar ${name}`,
  selected: (count) =>
    plural('es', count, { one: '# archivo seleccionado', other: '# archivos seleccionados' }),
  selectAll: (count) =>
    plural('es', count, { one: 'Seleccionar el único archivo', other: 'Seleccionar los # archivos' }),
  clear: 'Quitar la selección',
  actions: 'Acciones para los archivos seleccionados',
  tags: 'Etiquetas',
  again: 'Procesar de nuevo',
  download: 'Descargar',
  deleteAll: 'Eliminar',
  confirmDelete: (count) =>
    plural('es', count, { one: '¿Eliminar # archivo?', other: '¿Eliminar # archivos?' }),
  confirmDeleteText: 'Con tantos archivos, esto no se puede deshacer.',
  deleted: (count) => plural('es', count, { one: '# archivo eliminado', other: '# archivos eliminados' }),
  files: (count) => plural('es', count, { one: '# archivo', other: '# archivos' }),
  processing: (count) =>
    plural('es', count, {
      one: '# archivo se está procesando de nuevo',
      other: '# archivos se están procesando de nuevo',
    }),
  alreadyProcessing: (count) =>
    plural('es', count, {
      one: '# archivo ya se estaba procesando',
      other: '# archivos ya se estaban procesando',
    }),
  tagsSaved: 'Etiquetas guardadas',
  tagged: {
    titleOne: (name) => `Etiquetas de ${name}`,
    titleMany: (count) =>
      plural('es', count, { one: 'Etiquetas de # archivo', other: 'Etiquetas de # archivos' }),
    text: 'Para cambiar el nombre de una etiqueta, quítala y añade el nombre nuevo.',
    add: 'Añadir una etiqueta',
    addHint: 'Por ejemplo, «Unidad 3» o «Temas de examen». Hasta 20 por archivo.',
    addNow: 'Añadir',
    current: 'Etiquetas actuales',
    inBase: 'Etiquetas de esta base de conocimiento',
    removeNamed: (tag) => `Quitar ${tag}`,
    keepNamed: (tag) => `Mantener ${tag}`,
    willAdd: 'se añadirá',
    willRemove: 'se quitará',
    none: 'Aún no hay etiquetas.',
  },
  usedBy: 'La usan',
  notUsed: 'Ningún asistente la usa todavía',
  othersUse: (count) =>
    plural('es', count, { one: '# asistente de un colega', other: '# asistentes de colegas' }),
  moreUse: (count) => plural('es', count, { one: '# más', other: '# más' }),
  replace: 'Sustituir por una versión nueva',
  replacing: (name) => `Subiendo la nueva versión de «${name}»…`,
  replaced: (name) => `Nueva versión de «${name}» subida; se está procesando`,
  same: (name) => `«${name}» no cambia: tiene el mismo contenido`,
  whatChanged: 'Qué ha cambiado',
  changesOf: (name) => `Qué ha cambiado en ${name}`,
  numbers: {
    unchanged: (count) =>
      plural('es', count, { one: '# pasaje sin cambios', other: '# pasajes sin cambios' }),
    changed: (count) => plural('es', count, { one: '# cambiado', other: '# cambiados' }),
    added: (count) => plural('es', count, { one: '# añadido', other: '# añadidos' }),
    removed: (count) => plural('es', count, { one: '# eliminado', other: '# eliminados' }),
  },
  change: { changed: 'Cambiado', added: 'Añadido', removed: 'Eliminado' },
  passage: (number) => `Pasaje ${number}`,
  noDifferences: 'Todos los pasajes son iguales que antes.',
  firstOnly: (count) => `Solo se muestran las primeras ${count} diferencias.`,
}
