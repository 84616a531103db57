import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Recuerdos',
  text: 'Lo que los asistentes guardan de ti para otras conversaciones. Nadie más lo ve; lo que borras desaparece.',
  emptyTitle: 'Ningún asistente recuerda nada de ti',
  emptyText:
    'Algunos asistentes guardan datos como «prefiere ejemplos en Python», para que no tengas que repetirlos. Aparecerán aquí.',
  count: (count) => plural('es', count, { one: '# dato', other: '# datos' }),
  listOf: (name) => `Lo que recuerda ${name}`,
  forget: (fact) => `Olvidar «${fact}»`,
  forgotten: 'Se ha olvidado',
  forgetAssistant: 'Olvidarlo todo',
  forgetAssistantOf: (name) => `Olvidarlo todo: ${name}`,
  confirmAssistant: (name) => `¿Olvidar todo lo que ${name} recuerda de ti?`,
  forgetAll: 'Olvidar todos los recuerdos',
  confirmAll: '¿Olvidar todo lo que los asistentes recuerdan de ti?',
  confirmText: 'No se puede deshacer. Tus chats se quedan como están.',
  confirm: 'Olvidar',
  allForgotten: (count) =>
    plural('es', count, { one: 'Se ha olvidado # dato', other: 'Se han olvidado # datos' }),
  newest: (shown, total) => `Se muestran los ${shown} más recientes de ${total}.`,
}
