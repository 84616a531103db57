import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Asistentes',
  multiTitle: 'Asistentes multiherramienta',
  new: 'Nuevo asistente',
  search: 'Buscar asistentes',
  scope: 'Mostrar',
  scopes: {
    mine: 'Míos',
    shared: 'Compartidos conmigo',
    published: 'Publicados',
  },
  kind: 'Tipo',
  types: {
    all: 'Todos',
    classic: 'Clásico',
    multi_tool: 'Multiherramienta',
    orchestrator: 'Orquestador',
    agent: 'Agente',
  },
  list: 'Asistentes',
  count: (count: number) => plural('es', count, { one: '# asistente', other: '# asistentes' }),
  noTools: 'Sin herramientas',
  toolsOff: (count) =>
    plural('es', count, { one: '# herramienta (desactivada)', other: '# herramientas (desactivadas)' }),
  moreTools: (count: number) => `${count} más`,
  published: 'Publicado',
  failingTests: (count) =>
    plural('es', count, { one: '# prueba falla ahora', other: '# pruebas fallan ahora' }),
  budgetUsedUp: 'Presupuesto agotado',
  draft: 'Borrador',
  chat: 'Conversar',
  activity: 'Actividad',
  share: 'Compartir',
  useModel: 'Usar el modelo conectado',
  usesModel: (name: string, model: string) => `${name} usa ahora ${model}`,
  duplicate: 'Duplicar',
  export: 'Exportar',
  chatWith: (name: string) => `Conversar con ${name}`,
  editNamed: (name: string) => `Editar ${name}`,
  confirmDelete: (name: string) => `¿Eliminar «${name}»?`,
  confirmDeleteText:
    'Este asistente está publicado: los estudiantes perderán el acceso de inmediato. Podrás restaurarlo durante 30 días, pero no su publicación ni con quién se compartía.',
  deleted: (name: string) => `Se ha eliminado «${name}»`,
  restored: (name: string) => `Se ha restaurado «${name}»`,
  duplicated: (name: string) => `Se ha creado «${name}»`,
  emptyTitle: 'Crea tu primer asistente',
  emptyText:
    'Un asistente combina un prompt, un modelo y herramientas: tus documentos, una rúbrica, otro asistente.',
  ways: {
    files: {
      title: 'A partir de archivos',
      text: 'Suelta los materiales del curso y describe en qué debe ayudar el asistente.',
    },
    multi: {
      title: 'Multiherramienta',
      text: 'Tantas herramientas como quieras, cada una con su marcador en el prompt.',
    },
    classic: {
      title: 'Clásico',
      text: 'Una fuente: una base de conocimiento, una rúbrica o un archivo.',
    },
  },
  sharedEmptyTitle: 'No hay asistentes compartidos',
  sharedEmptyText: 'Aquí aparecen los asistentes que tus colegas comparten contigo.',
  publishedEmptyTitle: 'No hay asistentes publicados',
  publishedEmptyText: 'Aquí aparecen los asistentes publicados en tu organización.',
  noMatchesTitle: 'No hay resultados',
  noMatchesText: 'Prueba con otra búsqueda u otro tipo.',
  showAll: 'Mostrar todos',
  sharing: {
    title: (name: string) => `Compartir «${name}»`,
    text: 'Los colegas que añadas podrán abrir el asistente y conversar con él. Solo tú puedes editarlo.',
    person: 'Colega',
    find: 'Nombre o correo electrónico',
    noMatches: 'No se ha encontrado ningún colega',
    private: 'Aún no se comparte. Añade a un colega arriba.',
    remove: (name: string) => `Dejar de compartir con ${name}`,
    saved: 'Cambios guardados',
  },
}
