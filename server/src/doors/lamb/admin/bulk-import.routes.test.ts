import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnSqlite } from '../../../platform/db/testing.ts'
import { type AdminDoor, createAdminDoor } from '../org-admin/org-admin.testing.ts'

const AT = '/creator/admin/org-admin/users/bulk-import'

describeOnSqlite('bulk import of users', (open) => {
  let door: AdminDoor
  beforeAll(async () => {
    door = await createAdminDoor((await open()).db)
  })
  afterAll(() => door.close())

  const asNora = (method: string, path: string, body?: unknown) =>
    door.send(door.nora, method, AT + path, body)
  const file = (text: string, name = 'users.csv') => {
    const form = new FormData()
    form.set('file', new File([text], name))
    return form
  }

  it('validates a file in a form, and JSON in the body', async () => {
    const csv = await asNora('POST', '/validate', file('email,name\nana2@x.edu,Ana\nbad,B\n'))
    expect(csv.body).toMatchObject({ valid: false, summary: { total: 2, valid: 1, invalid: 1 }, error: null })
    expect(csv.body.users[0]).toEqual({
      email: 'ana2@x.edu',
      name: 'Ana',
      user_type: 'creator',
      enabled: true,
      valid: true,
      errors: [],
      line: 2,
    })
    const users = [{ email: 'a@x.edu', name: 'A' }]
    for (const body of [file(JSON.stringify({ users }), 'u.json'), { version: '1.0', users }, users]) {
      expect((await asNora('POST', '/validate', body)).body).toMatchObject({
        valid: true,
        summary: { total: 1 },
      })
    }
  })

  it('reports what is wrong with a file', async () => {
    for (const body of [file('\u0000PNG'), file('name\nx'), file(''), { nothing: 1 }, { users: [] }]) {
      const answer = await asNora('POST', '/validate', body)
      expect(answer).toMatchObject({
        status: 200,
        body: { valid: false, error: expect.any(String), users: [] },
      })
    }
    const large = file(`email,name\n${'x'.repeat(5 * 1024 * 1024)}`)
    expect((await asNora('POST', '/validate', large)).status).toBe(413)
  })

  it('creates users, ignores unknown fields, and is not cached', async () => {
    const users = [
      { email: 'imp@x.edu', name: 'Imp', user_type: 'creator', enabled: true, line: 1, valid: true },
    ]
    const done = await asNora('POST', '/execute', { version: '1.0', users, filename: 'x.json' })
    expect(done.body).toMatchObject({
      success: true,
      summary: { total: 1, created: 1, failed: 0, skipped: 0 },
      results: [{ email: 'imp@x.edu', name: 'Imp', status: 'created', user_id: expect.any(Number) }],
      log_id: expect.any(Number),
    })
    expect(done.headers.get('cache-control')).toBe('no-store')
    await door.users.signIn('imp@x.edu', done.body.results[0].password, '192.0.2.1')
    const many = Array.from({ length: 501 }, (_, i) => ({ email: `u${i}@x.edu`, name: 'U' }))
    expect((await asNora('POST', '/execute', { users: many })).status).toBe(422)
    expect(await door.users.findByEmail('u0@x.edu')).toBeUndefined()
  })

  it('accepts its own template', async () => {
    const json = await asNora('GET', '/template')
    expect((await asNora('POST', '/validate', json.body)).body.valid).toBe(true)
    const csv = await asNora('GET', '/template?format=csv')
    expect(csv.headers.get('content-disposition')).toContain('users.csv')
    expect((await asNora('POST', '/validate', file(csv.body))).body.valid).toBe(true)
  })
})
