import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const es: Texts = {
  title: 'Cursos',
  usage: 'Uso',
  text: 'Cursos de tu LMS y grupos de inicio de sesión único que impartes o en los que se usan tus asistentes.',
  list: 'Cursos',
  emptyTitle: 'Todavía no hay cursos',
  emptyText:
    'Aparecen aquí cuando tú o tus estudiantes abrís una actividad desde el LMS, o iniciáis sesión con una cuenta de la universidad que tiene grupos de cursos.',
  students: (count: number) => plural('es', count, { one: '# estudiante', other: '# estudiantes' }),
  staff: (count: number) => plural('es', count, { one: '# docente', other: '# docentes' }),
  last: (day: string) => `última actividad: ${day}`,
  assistants: 'Asistentes',
  noAssistants: 'Aquí aún no se usa ningún asistente tuyo',
  activityOf: (assistant: string, course: string) => `Actividad de ${assistant} en ${course}`,
}
