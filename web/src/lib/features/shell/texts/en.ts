export const en = {
  skip: 'Skip to content',
  main: 'Main',
  menu: 'Menu',
  assistants: 'Assistants',
  knowledge: 'Knowledge',
  rubrics: 'Rubrics',
  workspaces: 'Workspaces',
  chats: 'Chats',
  usage: 'Usage',
  organization: 'Organization',
  admin: 'System',
  account: 'Account and settings',
  toAccount: 'Password and API keys',
  theme: 'Theme',
  themes: {
    system: 'System',
    light: 'Light',
    dark: 'Dark',
  },
  signOut: 'Sign out',
  goTo: 'Go to',
  create: 'Create',
  newAssistant: 'New assistant',
  search: 'Search…',
}

export type Texts = typeof en
