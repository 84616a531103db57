import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fieldText } from './fields.ts'
import { findMessage } from './message-fields.ts'

const SOURCES = new URL('..', import.meta.url)
const OWN_TEXT =
  /(?:\b(?:message|error): *|\.(?:min|max|length|regex|refine)\([^()\n]*, *|z\.\w+\([A-Z_]+, *)[`'"]\S/

it('every schema has texts that can be translated', () => {
  const schemas = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /(?<!\.test|\.d)\.ts$/.test(name) && !name.includes('messages/'),
  )
  expect(schemas.length).toBeGreaterThan(40)
  const without = schemas.flatMap((name) =>
    readFileSync(new URL(name, SOURCES), 'utf8')
      .split('\n')
      .filter((line) => OWN_TEXT.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(without).toEqual([])
})

it('the code of a text is found again, with its values', () => {
  const text = fieldText('fields.max_kib', { limit: 64 })
  expect(findMessage(text)).toEqual({ code: 'fields.max_kib', params: { limit: 64 }, text })
  expect(findMessage('Must be at most {limit} KiB')).toBeUndefined()
})
