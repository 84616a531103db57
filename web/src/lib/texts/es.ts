import type { Texts } from './en.ts'

export const es: Texts = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  save: 'Guardar',
  delete: 'Eliminar',
  edit: 'Editar',
  undo: 'Deshacer',
  kept: (name) => `«${name}» se ha conservado`,
  retry: 'Reintentar',
  clear: 'Borrar',
  more: 'Más',
  loading: 'Cargando…',
  optional: 'opcional',
  copied: 'Copiado',
  copy: 'Copiar',
  notCopied: 'El navegador no permite copiar. Selecciona el texto y pulsa Ctrl+C.',
  news: 'Notificaciones',
  breadcrumb: 'Dónde estás',
  pages: 'Páginas',
  previous: 'Página anterior',
  next: 'Página siguiente',
  range: (from: string, to: string, total: string) => `${from}–${to} de ${total}`,
  palette: 'Comandos',
  palettePrompt: 'Ir a, crear, buscar…',
  nothingFound: 'No se ha encontrado nada',
  unreachableTitle: 'El servidor no responde',
  unreachable:
    'No se ha perdido nada. Comprueba la conexión, o pregunta a quien administra el servidor si está en marcha, y vuelve a intentarlo.',
  failedTitle: 'Esto no ha funcionado',
  failed:
    'Algo ha fallado por nuestra parte. Vuelve a intentarlo; si continúa, avisa a quien administra el servidor.',
  notFoundTitle: 'Aquí no hay nada',
  notFound:
    'Puede que la dirección esté mal escrita, o que lo que había aquí se haya eliminado o ya no se comparta contigo.',
  toAssistants: 'A los asistentes',
}
