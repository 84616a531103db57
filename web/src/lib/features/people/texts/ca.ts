import type { Texts } from './en.ts'

export const ca: Texts = {
  add: 'Afegeix un membre',
  added: (name) => `S’ha afegit ${name}`,
  name: 'Nom',
  password: 'Contrasenya inicial',
  passwordHint: 'Almenys 8 caràcters. Lliura-la en persona.',
  type: 'Tipus de compte',
  types: { creator: 'Docent', end_user: 'Estudiant' },
  typeHint: 'Els docents creen assistents. Els estudiants conversen amb els publicats.',
}
