import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Cursos',
  usage: 'Ús',
  text: 'Cursos del teu LMS i grups d’inici de sessió únic que imparteixes o en què es fan servir els teus assistents.',
  list: 'Cursos',
  emptyTitle: 'Encara no hi ha cursos',
  emptyText:
    'Apareixen aquí quan tu o els teus estudiants obriu una activitat des de l’LMS, o inicieu la sessió amb un compte de la universitat que té grups de cursos.',
  students: (count: number) => plural('ca', count, { one: '# estudiant', other: '# estudiants' }),
  staff: (count: number) => plural('ca', count, { one: '# docent', other: '# docents' }),
  last: (day: string) => `última activitat: ${day}`,
  assistants: 'Assistents',
  noAssistants: 'Aquí encara no es fa servir cap assistent teu',
  activityOf: (assistant: string, course: string) => `Activitat de ${assistant} a ${course}`,
}
