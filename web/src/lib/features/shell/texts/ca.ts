import type { Texts } from './en.ts'

export const ca: Texts = {
  skip: 'Salta al contingut',
  main: 'Principal',
  menu: 'Menú',
  assistants: 'Assistents',
  knowledge: 'Coneixement',
  rubrics: 'Rúbriques',
  workspaces: 'Espais de treball',
  chats: 'Converses',
  usage: 'Ús',
  organization: 'Organització',
  admin: 'Sistema',
  account: 'Compte i configuració',
  toAccount: 'Contrasenya i claus d’API',
  theme: 'Tema',
  themes: {
    system: 'Sistema',
    light: 'Clar',
    dark: 'Fosc',
  },
  signOut: 'Tanca la sessió',
  goTo: 'Ves a',
  create: 'Crea',
  newAssistant: 'Assistent nou',
  search: 'Cerca…',
}
