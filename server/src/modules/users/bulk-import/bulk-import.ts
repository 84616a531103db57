import { ADMIN_LIMITS, type ImportedUser, importedUserSchema, type Message, say } from '@bellwether/wire'
import { AppError, badRequest } from '../../../platform/errors.ts'
import { requireFewValues } from '../../../platform/http/body.ts'
import { issueMessage } from '../../../platform/http/plain-issue.ts'
import { isObject } from '../../../platform/is-object.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { parseCsv } from '../../../platform/text/csv.ts'

/** One row of an import, with its errors. */
export interface ImportRow {
  /** Line in the file, for error messages: starts at 1, or at 2 below the header of a CSV file. */
  line: number
  given: Record<string, unknown>
  user: ImportedUser | undefined
  errors: Message[]
}

type Given = Pick<ImportRow, 'line' | 'given'>

/** The people in a file. Error messages are for the author of the file. */
export function readImportFile(text: string): Given[] {
  if (/^[\uFEFF\s]*[[{]/.test(text)) return readImportJson(parseJson(text))
  const [head = [], ...rows] = parseCsv(text)
  const names = head.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  if (!names.includes('email')) throw badRequest(say('users.import_csv_columns'))
  const people = rows
    .map((cells, index) => ({
      line: index + 2,
      given: Object.fromEntries(names.map((name, column) => [name, (cells[column] ?? '').trim()])),
    }))
    .filter(({ given }) => Object.values(given).some((cell) => cell !== ''))
  return requireCount(people)
}

/** A file of bytes, which may not be text at all. */
export function readImportBytes(bytes: Buffer): Given[] {
  if (bytes.byteLength > ADMIN_LIMITS.importBytes)
    throw new AppError('too_large', say('org_settings.import_too_large'))
  const text = bytes.toString()
  if (text.includes('\u0000')) throw badRequest(say('org_settings.import_not_text'))
  return readImportFile(text)
}

/** `{"users":[…]}`, or the list alone. */
export function readImportJson(value: unknown): Given[] {
  const users = isObject(value) ? value.users : value
  if (!Array.isArray(users))
    throw badRequest(say('users.import_json_shape', { example: '{"users": [{"email": …, "name": …}]}' }))
  return requireCount(
    users.map((user: unknown, index) => ({ line: index + 1, given: isObject(user) ? user : {} })),
  )
}

/** Pure. `taken` holds the e-mail addresses that already have an account. */
export function checkImport(people: readonly Given[], takenEmails: ReadonlySet<string>): ImportRow[] {
  const seen = new Map<string, number>()
  return people.map(({ line, given }) => {
    const parsed = importedUserSchema.safeParse(given)
    if (!parsed.success) {
      const errors = parsed.error.issues.map((issue) => fault(issue.path.join('.'), issueMessage(issue)))
      return { line, given, user: undefined, errors }
    }
    const errors: Message[] = []
    const { email } = parsed.data
    const firstLine = seen.get(email)
    if (firstLine === undefined) seen.set(email, line)
    else errors.push(fault('email', say('parts.import_same_email', { line: firstLine })))
    if (takenEmails.has(email)) errors.push(fault('email', say('parts.import_has_account')))
    return { line, given, user: parsed.data, errors }
  })
}

const fault = (path: string, problem: string | Message): Message =>
  say('requests.field_invalid', { path, problem })

/** The e-mail addresses to look up. */
export const emailsOf = (people: readonly Given[]): string[] => [
  ...new Set(
    people.flatMap(({ given }) =>
      typeof given.email === 'string' ? [given.email.trim().toLowerCase()] : [],
    ),
  ),
]

function requireCount(people: Given[]): Given[] {
  if (people.length === 0) throw badRequest(say('users.import_empty'))
  if (people.length > ADMIN_LIMITS.usersAtOnce) {
    throw badRequest(say('users.import_too_many', { count: people.length, limit: ADMIN_LIMITS.usersAtOnce }))
  }
  return people
}

function parseJson(text: string): unknown {
  requireFewValues(Buffer.from(text))
  const value = tryParseJson(text.replace(/^\uFEFF/, ''))
  if (value === undefined) throw badRequest(say('users.import_json_invalid'))
  return value
}
