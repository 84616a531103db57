import { readdirSync, readFileSync } from 'node:fs'
import { isNotFoundCode, say } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { invalidFields, notFound } from './errors.ts'

const SOURCES = new URL('..', import.meta.url)

it('can be translated for everything that can be missing', () => {
  const things = new Set<string>()
  for (const name of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || /\.(?:test|testing|contract)\.ts$/.test(name)) continue
    const source = readFileSync(new URL(name, SOURCES), 'utf8')
    for (const [, thing = ''] of source.matchAll(/(?:notFound\(|\bTHING = )'([^']+)'/g)) things.add(thing)
  }
  expect(things.size).toBeGreaterThan(40)
  expect([...things].filter((thing) => notFound(thing).userMessage === undefined)).toEqual([])
  expect(isNotFoundCode('not_found.assistant')).toBe(true)
})

it('names invalid fields, each with a code', () => {
  const message = say('requests.missing_file')
  expect(invalidFields([{ path: ['a', 0], message, type: 'missing' }])).toMatchObject({
    status: 422,
    message: `a.0: ${message.text}`,
    userMessage: { code: 'requests.field_invalid', params: { path: 'a.0', problem: message } },
    details: {
      faults: [{ loc: ['body', 'a', 0], msg: message.text, type: 'missing', message_code: message.code }],
    },
  })
})
