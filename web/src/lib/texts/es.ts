import type { Texts } from './en.ts'

export const es: Texts = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  save: 'Guardar',
  delete: 'Eliminar',
  edit: 'Editar',
  undo: 'Deshacer',
  kept: (name) => `«${name}» se ha restaurado`,
  retry: 'Reintentar',
  clear: 'Borrar',
  more: 'Más',
  loading: 'Cargando…',
  optional: 'opcional',
  copied: 'Copiado',
  copy: 'Copiar',
  notCopied: 'Tu navegador no permite copiar. Selecciona el texto y pulsa Ctrl+C.',
  news: 'Notificaciones',
  breadcrumb: 'Ruta de navegación',
  pages: 'Páginas',
  previous: 'Página anterior',
  next: 'Página siguiente',
  range: (from: string, to: string, total: string) => `${from}–${to} de ${total}`,
  palette: 'Comandos',
  palettePrompt: 'Ir a, crear, buscar…',
  nothingFound: 'Sin resultados',
  offline: 'No tienes conexión. Puedes leer esta página, pero no enviar nada.',
  unreachableTitle: 'No se puede conectar con el servidor',
  unreachable:
    'No has perdido tu trabajo. Comprueba la conexión y vuelve a intentarlo. Si el problema continúa, ponte en contacto con tu administrador.',
  failedTitle: 'Algo ha ido mal',
  failed:
    'El servidor no ha podido completar la petición. Vuelve a intentarlo. Si el problema continúa, ponte en contacto con tu administrador.',
  notLoaded:
    'No se ha podido cargar esta parte de la página. Comprueba la conexión y vuelve a intentarlo, o recarga la página.',
  notFoundTitle: 'No se ha encontrado',
  notFound:
    'Puede que el enlace sea incorrecto, o que el contenido se haya eliminado o ya no se comparta contigo.',
  toAssistants: 'Ir a los asistentes',
  help: 'Ayuda',
  language: 'Idioma',
  saved: 'Guardado',
}
