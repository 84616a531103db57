import type { Texts } from './en.ts'

export const ca: Texts = {
  add: 'Afegeix un membre',
  added: (name) => `S’ha afegit ${name}`,
  password: 'Primera contrasenya',
  passwordHint: 'Almenys 8 caràcters. Lliura-la en persona.',
  type: 'Qui és?',
  types: { creator: 'Docent', end_user: 'Estudiant' },
  typeHint: 'Els docents creen assistents; els estudiants fan servir els publicats.',
}
