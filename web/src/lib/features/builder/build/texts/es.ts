import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Créalo conmigo',
  tab: 'Crear conmigo',
  text: 'Describe el asistente que quieres. Recibirás sugerencias como cambios que aceptas, editas o rechazas. No se guarda nada hasta que guardes.',
  prompt: '¿Qué debería cambiar?',
  note: 'Revisa cada cambio antes de guardar',
  startNew: [
    'Ayúdame a planear un asistente para mi curso',
    'Escribe un prompt del sistema que dé pistas en lugar de soluciones',
    '¿Cuáles de mis bases de conocimiento podría usar este asistente?',
  ],
  startSaved: [
    'Revisa el prompt del sistema y sugiere mejoras',
    'Añade una de mis bases de conocimiento',
    'Ejecuta las pruebas y explica qué falla',
    'Explica la última respuesta',
  ],
  noModelTitle: 'Todavía no hay modelo',
  noModelText:
    'Esto necesita un modelo de tu organización. Hasta que un administrador añada uno, empieza con una plantilla.',
  templates: 'Elegir una plantilla',
  proposal: 'Cambios propuestos',
  states: {
    proposed: 'Pendiente de tu decisión',
    accepted: 'Aceptado, sin guardar todavía',
    edited: 'Aceptado con tus cambios, sin guardar todavía',
    rejected: 'Rechazado',
    undone: 'Deshecho',
  },
  announce: (summary) => `Cambios propuestos: ${summary}`,
  accept: 'Aceptar',
  edit: 'Editar',
  reject: 'Rechazar',
  undo: 'Deshacer',
  applyAgain: 'Aplicar de nuevo',
  acceptEdited: 'Aceptar con cambios',
  cancel: 'Cancelar',
  onePerLine: 'Una por línea',
  notEditable: 'Puedes cambiar el modelo y las herramientas en el formulario después de aceptar.',
  added: 'añadido: ',
  removed: 'eliminado: ',
}
