import { readdirSync, readFileSync } from 'node:fs'
import { isMessageCode, isNotFoundCode, MESSAGES, type Message, say } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { AppError, invalidFields, messageWithoutHost, notFound } from './errors.ts'

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

it('hides the host of another server, and keeps a code', () => {
  const place = 'models.internal:8080'
  const hidden = (message: string | Message) =>
    messageWithoutHost(new AppError('provider_failed', message, { place }))
  expect(hidden(say('network.first_byte_timeout', { host: place, seconds: 3 }))).toEqual(
    say('network.first_byte_timeout_hidden', { seconds: 3 }),
  )
  expect(hidden(say('providers.cut_off', { provider: `Ollama at ${place}` }))).toEqual(
    say('providers.cut_off', { provider: 'Ollama' }),
  )
  expect(hidden(`${place} sent nothing`)).toBe('The server sent nothing')
  const quoted = say('network.request_invalid', { host: place, reason: `no ${place} in it` })
  expect(hidden(quoted)).toBe('The request to the server is invalid: no the server in it')
  const open = say('network.unreachable', { host: place })
  expect(messageWithoutHost(new AppError('provider_failed', open))).toEqual(open)
})

it('has a text without the host for every message of a call to another server', () => {
  const named = [...MESSAGES].filter(([code, text]) => code.startsWith('network.') && text.includes('{host}'))
  expect(named.filter(([code]) => !isMessageCode(`${code}_hidden`))).toEqual([])
})
