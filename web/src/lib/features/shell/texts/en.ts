export const en = {
  skip: 'Skip to the content',
  main: 'Main',
  menu: 'Menu',
  assistants: 'Assistants',
  knowledge: 'Knowledge',
  rubrics: 'Rubrics',
  chats: 'Chats',
  usage: 'Usage',
  organization: 'Organization',
  admin: 'System',
  account: 'Account and settings',
  toAccount: 'Password and API keys',
  language: 'Language',
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
  roles: {
    admin: 'System admin',
    organization: 'Organization admin',
    member: 'Educator',
  },
  coming: {
    create:
      'Here you will choose Classic or Multi-Tool, a template, or drop your files and say in one sentence what the assistant is for.',
    builder: 'Here you will write the prompt, choose its tools, and try the assistant beside it.',
    knowledge:
      'Here your documents will be read, split and indexed, so that assistants can quote them by page.',
    rubrics: 'Here you will write rubrics that look like the printed ones, and try them on an essay.',
    chats: 'Here your conversations will be kept, to search, rename, archive and continue.',
    usage: 'Here you will see who asked what, how much it cost, and how fast it was.',
    organization: 'Here you will set up providers, models, members, keys and budgets.',
    admin: 'Here you will look after organizations, users, jobs and the audit log.',
    chat: 'Here students will talk to this assistant, and to nothing else.',
  },
}

export type Texts = typeof en
