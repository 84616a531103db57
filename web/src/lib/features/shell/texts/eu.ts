import type { Texts } from './en.ts'

export const eu: Texts = {
  skip: 'Joan edukira',
  main: 'Nagusia',
  menu: 'Menua',
  assistants: 'Laguntzaileak',
  knowledge: 'Ezagutza',
  rubrics: 'Errubrikak',
  workspaces: 'Lan-eremuak',
  chats: 'Elkarrizketak',
  usage: 'Erabilera',
  organization: 'Erakundea',
  admin: 'Sistema',
  account: 'Kontua eta ezarpenak',
  toAccount: 'Pasahitza eta API gakoak',
  theme: 'Gaia',
  themes: {
    system: 'Sistema',
    light: 'Argia',
    dark: 'Iluna',
  },
  signOut: 'Amaitu saioa',
  goTo: 'Joan hona',
  create: 'Sortu',
  newAssistant: 'Laguntzaile berria',
  search: 'Bilatu…',
}
