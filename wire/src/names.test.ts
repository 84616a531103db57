import { expect, it } from 'vitest'
import { toSafeFileName } from './file-names.ts'
import { toNameLine } from './names.ts'
import {
  importedUserSchema,
  memberChangeSchema,
  newAdminUserSchema,
  newOrganizationSchema,
  organizationChangeSchema,
} from './people/admin.ts'
import { invitationAcceptSchema } from './people/invitations.ts'
import { signupSchema } from './people/users.ts'

const account = { email: 'ana@example.edu', password: 'long enough', secret_key: 'k', code: 'c' }
const SCHEMAS = {
  signupSchema,
  invitationAcceptSchema,
  newAdminUserSchema,
  importedUserSchema,
  memberChangeSchema,
  newOrganizationSchema: newOrganizationSchema.partial({ slug: true }),
  organizationChangeSchema,
}

it.each(Object.entries(SCHEMAS))('people and organizations have names of one line: %s', (_name, schema) => {
  const faultsOf = (name: string) =>
    schema.safeParse({ ...account, name }).error?.issues.map(({ path }) => path.join('.'))
  for (const name of ['Ana Ñúñez', 'نور ‏الهدى', '山田 太郎', ' Ana\n'])
    expect([name, faultsOf(name)]).toEqual([name, undefined])
  for (const name of [
    'Ana\r\nBcc: all@example.edu',
    'Ana\tB',
    'Ana\u0000',
    'a\u202Eb',
    'a\u2028b',
    '\u200B',
    '',
    ' \n',
  ])
    expect([name, faultsOf(name)]).toEqual([name, ['name']])
})

it('names of other programs become one line', () => {
  expect(toNameLine(' Ana\r\nBcc: all\u0000\u202E ')).toBe('Ana Bcc: all')
  expect(toNameLine('نور ‏الهدى')).toBe('نور ‏الهدى')
})

it('file names lose what could hide their end, and keep all scripts', () => {
  expect(toSafeFileName('notes\u202Efdp.exe\u202C')).toBe('notesfdp.exe')
  expect(toSafeFileName('a\u0000b\r\n\u200E\u061C.md')).toBe('ab.md')
  for (const name of ['ملاحظات.pdf', 'नोट्स\u200D.md', '👩\u200D🔬.png'])
    expect(toSafeFileName(name)).toBe(name)
})
