export const en = {
  add: 'Add a member',
  added: (name: string) => `${name} was added`,
  password: 'First password',
  passwordHint: 'At least 8 characters. Hand it over in person.',
  type: 'Who is it?',
  types: { creator: 'Educator', end_user: 'Student' },
  typeHint: 'Educators build assistants; students use those that are published.',
}

export type Texts = typeof en
