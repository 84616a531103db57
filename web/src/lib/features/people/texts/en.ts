export const en = {
  add: 'Add a member',
  added: (name: string) => `${name} was added`,
  name: 'Name',
  password: 'Initial password',
  passwordHint: 'At least 8 characters. Give it to them in person.',
  type: 'Account type',
  types: { creator: 'Educator', end_user: 'Student' },
  typeHint: 'Educators build assistants. Students chat with published assistants.',
}

export type Texts = typeof en
