import { say, toMessageBody } from '@bellwether/wire'
import { beforeEach, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { parseCsv } from '../../../platform/text/csv.ts'
import { type Campus, createCampus } from '../testing.ts'
import { checkImport, readImportFile, readImportJson } from './bulk-import.ts'

describe('reading a list of people', () => {
  it('reads CSV as spreadsheets write it', () => {
    expect(parseCsv('a,b\r\n"x, ""y""",2\n')).toEqual([
      ['a', 'b'],
      ['x, "y"', '2'],
    ])
    expect(parseCsv('\uFEFFa;b\r1;"two\nlines"')).toEqual([
      ['a', 'b'],
      ['1', 'two\nlines'],
    ])
    expect(parseCsv('a\tb\n\n')).toEqual([['a', 'b'], ['']])
    expect(parseCsv('')).toEqual([])
  })

  it('reads a CSV file by its header, skips empty lines and remembers line numbers', () => {
    const people = readImportFile('Email;Name;User Type;enabled\r\n\r\nana@x.edu;"Ana; M.";end_user;no\r\n')
    expect(people).toEqual([
      { line: 3, given: { email: 'ana@x.edu', name: 'Ana; M.', user_type: 'end_user', enabled: 'no' } },
    ])
    const [row] = checkImport(people, new Set())
    expect(row?.user).toEqual({ email: 'ana@x.edu', name: 'Ana; M.', user_type: 'end_user', enabled: false })
  })

  it('refuses a file of countless values before reading them', () => {
    const text = `{"users":[${'{},'.repeat(200_000)}{}]}`
    expect(() => readImportFile(text)).toThrow('200000')
  })

  it('reads JSON with or without its wrapper and ignores extra fields', () => {
    const user = { email: 'A@X.edu', name: 'A', valid: true, line: 4, version: '1.0' }
    for (const text of [
      JSON.stringify({ version: '1.0', users: [user] }),
      `\uFEFF${JSON.stringify([user])}`,
    ]) {
      expect(checkImport(readImportFile(text), new Set())[0]).toMatchObject({
        line: 1,
        errors: [],
        user: { email: 'a@x.edu', user_type: 'creator', enabled: true },
      })
    }
  })

  it('reports the errors of each person', () => {
    const rows = checkImport(
      readImportJson([
        { email: 'nonsense', name: 'A' },
        { email: 'a@x.edu', name: '' },
        { email: 'b@x.edu', name: 'B', user_type: 'admin', password: 'short' },
        { email: 'c@x.edu', name: 'C' },
        { email: 'C@x.edu', name: 'C again' },
        { email: 'taken@x.edu', name: 'T' },
        'not an object',
      ]),
      new Set(['taken@x.edu']),
    )
    const errors = rows.map((row) => row.errors.map(({ text }) => text).join('; '))
    expect(errors[0]).toMatch(/^email:/)
    expect(errors[1]).toMatch(/^name:/)
    expect(errors[2]).toMatch(/user_type.*password/)
    expect(errors[3]).toBe('')
    expect(errors[4]).toMatch(/same as in line 4/)
    expect(errors[5]).toMatch(/has an account already/)
    expect(errors[6]).not.toBe('')
    expect(rows[4]?.errors).toEqual([
      say('requests.field_invalid', {
        path: 'email',
        problem: say('parts.import_same_email', { line: 4 }),
      }),
    ])
    expect(rows[6]?.errors[0]).toEqual(
      say('requests.field_invalid', { path: 'email', problem: say('fields.required') }),
    )
  })

  it('refuses files that are invalid, empty or too long', () => {
    for (const text of ['{"users": 5}', '{broken', 'name\nAna', '[]', 'email\n']) {
      expect(() => readImportFile(text)).toThrow()
    }
    const many = Array.from({ length: 501 }, (_, i) => ({ email: `u${i}@x.edu`, name: 'U' }))
    expect(() => readImportJson(many)).toThrow(/500/)
    expect(readImportJson(many.slice(1))).toHaveLength(500)
  })
})

describeOnEachDatabase('importing people', (open) => {
  let campus: Campus
  beforeEach(async () => {
    campus = await createCampus((await open({ emptied: true })).db)
  })

  it('creates the valid accounts, reports the others, and writes a log without passwords', async () => {
    const { bulkImport, users, nora, north, db } = campus
    const people = readImportJson([
      { email: 'one@x.edu', name: 'One' },
      { email: 'two@x.edu', name: 'Two', password: 'chosen by hand', enabled: false, user_type: 'end_user' },
      { email: 'eve@example.edu', name: 'Taken' },
      { email: 'wrong', name: 'Wrong' },
      { email: 'one@x.edu', name: 'Twice', role: 'admin' },
    ])
    const outcome = await bulkImport.execute(nora, north, people, 'list.csv')
    expect(outcome.summary).toEqual({ total: 5, created: 2, failed: 2, skipped: 1 })
    expect(outcome.results.map(({ status }) => status)).toEqual([
      'created',
      'created',
      'skipped',
      'failed',
      'failed',
    ])
    const [one, two, taken, wrong] = outcome.results
    expect(taken).toMatchObject(toMessageBody(say('users.import_skipped')))
    const problem = say('fields.email')
    expect(wrong).toMatchObject(toMessageBody(say('requests.field_invalid', { path: 'email', problem })))
    expect(one?.password?.length).toBeGreaterThanOrEqual(16)
    expect(two).not.toHaveProperty('password')
    await users.signIn('one@x.edu', one?.password ?? '', '192.0.2.1')
    await expect(users.signIn('two@x.edu', 'chosen by hand', '192.0.2.1')).rejects.toThrow(/disabled/)
    expect(await users.findByEmail('one@x.edu')).toMatchObject({
      organization_id: north,
      role: 'user',
      name: 'One',
    })
    expect((await users.findByEmail('eve@example.edu'))?.organization_id).toBe(campus.south)
    const log = await db.selectFrom('bulk_import_logs').selectAll().executeTakeFirstOrThrow()
    expect(log).toMatchObject({
      id: outcome.log_id,
      organization_id: north,
      operation: 'user_creation',
      total_count: 5,
      success_count: 2,
      failure_count: 3,
    })
    expect(log.details).not.toContain(one?.password)
    expect(log.details).not.toContain('chosen by hand')
  })

  it('checks without creating accounts', async () => {
    const { bulkImport, users } = campus
    const people = readImportJson([
      { email: 'one@x.edu', name: 'One' },
      { email: 'eve@example.edu', name: 'Taken' },
    ])
    expect(await bulkImport.check(people)).toMatchObject({
      summary: { total: 2, valid: 1, invalid: 1 },
      users: [
        { email: 'one@x.edu', valid: true, errors: [], line: 1 },
        {
          valid: false,
          line: 2,
          errors: ['email: has an account already'],
          error_messages: [
            {
              message: 'email: has an account already',
              message_code: 'requests.field_invalid',
              message_params: { path: 'email', problem: say('parts.import_has_account') },
            },
          ],
        },
      ],
    })
    expect(await users.findByEmail('one@x.edu')).toBeUndefined()
  })
})
