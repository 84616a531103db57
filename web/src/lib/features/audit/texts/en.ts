export const en = {
  text: 'What admins did, and which tools were refused. Lines can’t be changed; they are kept for 400 days.',
  textSystem:
    'What admins of all organizations did, and which tools were refused. Lines are kept for 400 days.',
  search: 'Search what was done',
  which: 'What is shown',
  kinds: { all: 'Everything', refused: 'Refused tools' },
  list: 'Audit log',
  when: 'When',
  who: 'Who',
  what: 'What',
  organization: 'Organization',
  organizationOf: (id: number) => `Organization ${id}`,
  nobody: 'A program',
  on: (object: string) => `on ${object}`,
  verbs: {
    post: 'Made or started',
    put: 'Changed',
    delete: 'Deleted',
    refused: 'A tool was refused',
    other: 'Done',
  },
  denied: 'Refused',
  older: 'Show older',
  end: 'That was all.',
  emptyTitle: 'Nothing is written down yet',
  emptyText:
    'As soon as an admin changes a setting, or a tool is refused what somebody may not see, a line appears here.',
  noneTitle: 'Nothing fits',
  noneText: 'Try a part of what was done, such as “users” or “settings”.',
}

export type Texts = typeof en
