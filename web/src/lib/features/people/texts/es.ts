import type { Texts } from './en.ts'

export const es: Texts = {
  add: 'Añadir un miembro',
  added: (name) => `Se ha añadido a ${name}`,
  password: 'Primera contraseña',
  passwordHint: 'Al menos 8 caracteres. Entrégala en persona.',
  type: '¿Quién es?',
  types: { creator: 'Docente', end_user: 'Estudiante' },
  typeHint: 'Los docentes crean asistentes; los estudiantes usan los publicados.',
}
