import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  askTitle: '¿Mostrar tu nombre a tus docentes?',
  askText:
    'Tus docentes pueden leer esta conversación para mejorar el asistente. Si aceptas, ven tu nombre; si no, un seudónimo. Puedes cambiarlo cuando quieras en Cuenta.',
  agree: 'Mostrar mi nombre',
  disagree: 'No mostrar mi nombre',
  readNamed: 'Tus docentes pueden leer esta conversación, con tu nombre. Puedes ocultar preguntas.',
  readPseudonymous: 'Tus docentes pueden leer esta conversación, sin tu nombre. Puedes ocultar preguntas.',
  chats: 'Privacidad de tus conversaciones',
  chatsText: 'Lo que ven de tus conversaciones las personas que crean los asistentes.',
  own: {
    off: 'Nadie más lee tus conversaciones. Los docentes solo ven cifras.',
    pseudonymous:
      'Los docentes pueden leer las conversaciones con sus asistentes, con un seudónimo. Puedes ocultar preguntas en la conversación.',
    named:
      'Los docentes pueden leer las conversaciones con sus asistentes. Solo ven tu nombre si lo aceptas. Puedes ocultar preguntas en la conversación.',
  },
  showName: 'Mostrar mi nombre a los docentes',
  consentSaved: 'Guardado',
  kept: (days) =>
    plural('es', days, {
      one: 'Las conversaciones se eliminan tras # día sin uso.',
      other: 'Las conversaciones se eliminan tras # días sin uso.',
    }),
  data: 'Tus datos',
  dataText: 'Descarga todo lo que hay guardado sobre ti, o elimínalo con tu cuenta.',
  download: 'Descargar mis datos',
  deleteAccount: 'Eliminar mi cuenta',
  deleteTitle: '¿Eliminar tu cuenta?',
  deleteText:
    'Tu cuenta, conversaciones, valoraciones y recuerdos se eliminan definitivamente. Antes, traspasa el contenido que tengas.',
  confirmEmail: (email) => `Escribe ${email} para confirmar`,
  conversations: 'Conversaciones',
  conversationsText:
    'Lo que ven los docentes de las conversaciones con sus asistentes. Las que empiezan mientras solo se muestran cifras no se muestran nunca.',
  policy: 'Los docentes ven',
  policies: {
    off: 'Solo cifras',
    pseudonymous: 'Conversaciones sin nombres',
    named: 'Nombres de quienes lo aceptan',
  },
  chatDays: 'Días que se guardan las conversaciones sin uso',
  chatDaysHint: 'Escribe 0 para guardarlas siempre.',
  memberData: 'Descargar datos',
}
