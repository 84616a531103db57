import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Conversaciones',
  search: 'Buscar conversaciones',
  tabsLabel: 'Conversaciones activas y archivadas',
  shelves: { open: 'Conversaciones', archived: 'Archivadas' },
  list: 'Conversaciones',
  count: (count) => plural('es', count, { one: '# conversación', other: '# conversaciones' }),
  messages: (count) => plural('es', count, { one: '# mensaje', other: '# mensajes', zero: 'Sin mensajes' }),
  assistantUnavailable: 'Asistente no disponible',
  with: (name) => `con ${name}`,
  moreFor: (title) => `Más opciones para ${title}`,
  rename: 'Cambiar el título',
  renameTitle: 'Cambiar el título de la conversación',
  name: 'Título',
  archive: 'Archivar',
  unarchive: 'Desarchivar',
  export: 'Exportar',
  archived: (title) => `«${title}» se ha archivado`,
  unarchived: (title) => `«${title}» se ha desarchivado`,
  deleted: (title) => `«${title}» se ha eliminado`,
  emptyTitle: 'Aún no hay conversaciones',
  emptyText:
    'Cuando conversas con un asistente, la conversación se guarda aquí para que puedas buscarla y continuarla. Solo tú puedes leer tus conversaciones. Los administradores no pueden.',
  toAssistants: 'Elegir un asistente',
  archivedEmptyTitle: 'No hay conversaciones archivadas',
  archivedEmptyText: 'Archiva una conversación para ocultarla de la lista sin eliminarla.',
  noResultsTitle: 'No se han encontrado conversaciones',
  noResultsText: 'Prueba con otras palabras. Se busca en los títulos y en los mensajes.',
  showAll: 'Mostrar todas',
  continuePrompt: 'Continúa esta conversación…',
  readOnly:
    'Este asistente ya no está disponible para ti. Puedes leer esta conversación, pero no continuarla.',
  noMessages: 'Esta conversación aún no tiene mensajes.',
  exported: { you: 'Tú', assistant: 'Asistente', interrupted: 'La respuesta se interrumpió aquí.' },
}
