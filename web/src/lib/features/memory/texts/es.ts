import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Recuerdos',
  text: 'Datos que los asistentes recuerdan sobre ti para futuras conversaciones. Solo tú puedes verlos.',
  emptyTitle: 'Aún no hay recuerdos',
  emptyText:
    'Algunos asistentes recuerdan datos como «prefiere ejemplos en Python», para que no tengas que repetirlos. Aparecerán aquí.',
  count: (count) => plural('es', count, { one: '# dato', other: '# datos' }),
  listOf: (name) => `Datos que recuerda ${name}`,
  deleteFact: (fact) => `Eliminar «${fact}»`,
  deleted: 'Recuerdo eliminado',
  deleteAllOf: 'Eliminar todo',
  deleteAllOfLabel: (name) => `Eliminar todo lo que recuerda ${name}`,
  confirmAssistant: (name) => `¿Eliminar todo lo que ${name} recuerda sobre ti?`,
  deleteAll: 'Eliminar todos los recuerdos',
  confirmAll: '¿Eliminar todo lo que los asistentes recuerdan sobre ti?',
  confirmText: 'No se puede deshacer. Tus conversaciones no se ven afectadas.',
  confirm: 'Eliminar definitivamente',
  allDeleted: (count) =>
    plural('es', count, { one: 'Se ha eliminado # dato', other: 'Se han eliminado # datos' }),
  newest: (shown, total) => `Se muestran los ${shown} más recientes de ${total}.`,
}
