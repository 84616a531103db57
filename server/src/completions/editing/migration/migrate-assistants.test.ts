import { mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { migrateAssistantsCommand } from '../../../commands/migrate-assistants.main.ts'
import { migrateAssistants } from './migrate-assistants.ts'

const classic = {
  prompt_processor: 'simple_augment',
  connector: 'bypass',
  llm: 'simple-bypass',
  rag_processor: 'no_rag',
}

onEachDatabase('npm run migrate-assistants, beside a running server ($name)', ({ env }) => {
  let app: TestApp
  let token: string
  let environment: Record<string, string>
  const ids: number[] = []
  let elsewhere: number
  let unreadable: number

  const command = async (...args: string[]) => {
    let output = ''
    const code = await migrateAssistantsCommand({ ...environment, LOG_LEVEL: 'silent' }, args, (text) => {
      output += text
    })
    return { code, output }
  }
  const stored = async (id: number, as = token) => (await app.call('GET', `/assistants/${id}`, as)).body

  beforeAll(async () => {
    const given = await env()
    app = await startTestApp(given)
    environment = { ...given, DATA_DIR: app.dataDir }
    token = await app.signIn()
    for (const number of [1, 2, 3])
      ids.push(
        await app.makeAssistant(token, {
          name: `a${number}`,
          prompt_template: '{context}',
          metadata: classic,
        }),
      )
    const gone = { ...classic, rag_processor: 'of_the_past' }
    unreadable = await app.makeAssistant(token, { metadata: gone })
    const made = await app.call('POST', '/creator/admin/organizations/enhanced', token, {
      slug: 'far',
      name: 'Far',
    })
    const person = {
      email: 'far@example.edu',
      name: 'Far',
      password: 'far away',
      role: 'user',
      user_type: 'creator',
    }
    await app.call('POST', '/creator/admin/users/create', token, { ...person, organization_id: made.body.id })
    elsewhere = await app.makeAssistant(await app.signIn(person.email, person.password), {
      metadata: classic,
    })
  })
  afterAll(() => app.stop())

  it('prints what it would do and changes nothing in a dry run', async () => {
    const { code, output } = await command('--dry-run')
    expect(code).toBe(0)
    expect(output).toContain('Dry run')
    expect(output).toMatch(new RegExp(`#${ids[0]} \\S+.*: no_rag → no tools`))
    expect(output).toMatch(new RegExp(`#${unreadable} .*of_the_past is not installed`))
    expect(output).toContain('5 assistants: 4 would change, 0 up to date, 1 skipped, 0 failed')
    expect(JSON.parse((await stored(ids[0] ?? 0)).metadata)).toEqual(classic)
  })

  it('converts one assistant or one organization', async () => {
    const one = await command('--assistant', String(ids[0]))
    expect(one).toMatchObject({ code: 0, output: expect.stringContaining('1 assistants: 1 changed') })
    expect(JSON.parse((await stored(ids[0] ?? 0)).metadata)).toMatchObject({ _format_version: 2 })
    expect(JSON.parse((await stored(ids[1] ?? 0)).metadata)).toEqual(classic)
    const far = await command('--organization', 'far')
    expect(far.output).toContain('1 assistants: 1 changed')
    expect(JSON.parse((await stored(elsewhere)).metadata)).toMatchObject({ _format_version: 2 })
  })

  it('resumes after an interruption and can be repeated', async () => {
    expect((await command()).output).toContain('5 assistants: 2 changed, 2 up to date')
    const { version } = await stored(ids[2] ?? 0)
    expect((await command()).output).toContain('5 assistants: 0 changed, 4 up to date')
    expect((await stored(ids[2] ?? 0)).version).toBe(version)
    const { body } = await app.call('POST', `/completions?assistant=${ids[2]}`, token, {
      messages: [{ role: 'user', content: 'still here' }],
    })
    expect(body.choices?.[0].message.content, JSON.stringify(body)).toEqual(expect.any(String))
  })

  it('undoes a conversion, but keeps what was saved since', async () => {
    await app.call('PUT', `/assistants/${ids[1]}`, token, { description: 'changed by hand' })
    expect((await command('--undo', '--dry-run')).output).toContain('3 would change')
    const { code, output } = await command('--undo')
    expect(code).toBe(0)
    expect(output).toMatch(new RegExp(`#${ids[0]} .*: no tools → no_rag`))
    expect(JSON.parse((await stored(ids[0] ?? 0)).metadata)).toEqual(classic)
    expect(await stored(ids[1] ?? 0)).toMatchObject({ description: 'changed by hand' })
    expect(JSON.parse((await stored(ids[1] ?? 0)).metadata)).toMatchObject({ _format_version: 2 })
  })

  it('names the assistants that failed and converts the others', async () => {
    const { db, tools } = app.app.services
    let times = 0
    const failing = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction' && ++times === 1) throw new Error('the disk\nis full')
        const part: unknown = Reflect.get(target, name, target)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    const lines: string[] = []
    const totals = await migrateAssistants(
      { db: failing, tools, log: pino({ level: 'silent' }) },
      { dryRun: false, undo: false, print: (line) => lines.push(line) },
    )
    expect(totals).toMatchObject({ seen: 5, failed: 1, changed: 2 })
    expect(lines[0]).toMatch(/failed, not changed \(the disk is full\)/)
  })

  it.each([
    [['--assistant', 'x'], /id of an assistant/],
    [['--assistant', '99999'], /Assistant 99999 not found/],
    [['--organization', 'nowhere'], /Organization nowhere not found/],
    [['--dryrun'], /npm run migrate-assistants/],
  ])('refuses %j before it changes anything', async (args, words) => {
    expect(await command(...args)).toEqual({ code: 2, output: expect.stringMatching(words) })
  })
})

it('does not create a database if there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-none-'))
  let output = ''
  const code = await migrateAssistantsCommand({ DATA_DIR: folder }, [], (text) => {
    output += text
  })
  expect([code, output]).toEqual([2, expect.stringContaining('No database found at')])
  expect(readdirSync(folder)).toEqual([])
})
