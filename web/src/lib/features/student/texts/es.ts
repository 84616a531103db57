import type { Texts } from './en.ts'

export const es: Texts = {
  navigation: 'Principal',
  hello: (name) => `Hola, ${name}`,
  search: 'Buscar asistentes y conversaciones',
  assistants: 'Asistentes',
  otherAssistants: 'Otros asistentes',
  recentChats: 'Conversaciones recientes',
  chats: 'Conversaciones',
  allChats: 'Todas las conversaciones',
  emptyTitle: 'Todavía no hay asistentes',
  emptyText: 'Tus docentes aún no han publicado ningún asistente para ti. Si tienes un enlace a uno, ábrelo.',
  noChats: 'Aquí aparecerán tus conversaciones.',
  noResultsTitle: 'Sin resultados',
  noResultsText:
    'Prueba con otras palabras. Se busca en nombres y descripciones, y en los títulos y mensajes de tus conversaciones.',
  assistantUnavailable: 'Asistente ya no disponible',
}
