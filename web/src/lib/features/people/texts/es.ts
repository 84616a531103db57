import type { Texts } from './en.ts'

export const es: Texts = {
  add: 'Añadir un miembro',
  added: (name) => `Se ha añadido a ${name}`,
  name: 'Nombre',
  password: 'Contraseña inicial',
  passwordHint: 'Al menos 8 caracteres. Entrégala en persona.',
  type: 'Tipo de cuenta',
  types: { creator: 'Docente', end_user: 'Estudiante' },
  typeHint: 'Los docentes crean asistentes. Los estudiantes conversan con los publicados.',
}
