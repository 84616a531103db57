import { expect, it } from 'vitest'
import { SettingsError } from '../config.ts'
import { SqliteError } from '../db/sqlite/sqlite-error.ts'
import { AppError } from '../errors.ts'
import { describeStartFault } from './start-fault.ts'

const config = {
  HOST: 'here.invalid',
  DATA_DIR: '/srv/data',
  DATABASE_URL: 'postgres://bw:secret-word@db.example.edu:5432/bw',
}
const withCode = (message: string, code: string, more: object = {}) =>
  Object.assign(new Error(message), { code, ...more })
const away = (cause: Error) => new AppError('unavailable', 'The database cannot be reached.', { cause })

it.each<[name: string, error: Error, words: string, settings?: Parameters<typeof describeStartFault>[1]]>([
  ['bad settings', new SettingsError('PORT: must be a number'), 'PORT: must be a number'],
  ['a port in use', withCode('x', 'EADDRINUSE', { port: 9099 }), 'Port 9099 is already in use'],
  [
    'an unknown host to listen on',
    withCode('x', 'ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'here.invalid' }),
    'can’t listen on HOST=here.invalid (ENOTFOUND)',
  ],
  [
    'an address of another machine',
    withCode('x', 'EADDRNOTAVAIL', { syscall: 'listen', address: '192.0.2.1', port: 9099 }),
    'can’t listen on HOST=here.invalid (EADDRNOTAVAIL)',
  ],
  [
    'a refused connection',
    away(withCode('connect ECONNREFUSED 10.0.0.1:5432', 'ECONNREFUSED')),
    'ECONNREFUSED',
  ],
  [
    'several addresses',
    away(new AggregateError([withCode('connect ECONNREFUSED ::1:5432', 'ECONNREFUSED')])),
    'db.example.edu:5432/bw can’t be reached (connect ECONNREFUSED ::1:5432)',
  ],
  ['an unknown host', away(withCode('getaddrinfo ENOTFOUND db.example.edu', 'ENOTFOUND')), 'ENOTFOUND'],
  [
    'a wrong password',
    withCode('password authentication failed for user "bw"', '28P01'),
    'authentication failed',
  ],
  ['no such database', withCode('database "bw" does not exist', '3D000'), 'does not exist'],
  [
    'no permission on a parent folder',
    withCode('x', 'EACCES', { path: '/srv' }),
    'The data folder /srv/data can’t be created',
  ],
  [
    'a file with the same path',
    withCode('x', 'ENOTDIR', { path: '/srv/data/secrets' }),
    'The data folder /srv/data',
  ],
  [
    'a data folder that can’t be written',
    withCode('Failed to open database: unable to open database file', 'ERR_SQLITE_ERROR', { errcode: 14 }),
    'The database /srv/data/bellwether.db can’t be written',
    { ...config, DATABASE_URL: undefined },
  ],
  [
    'a read-only database',
    new SqliteError('attempt to write a readonly database', 1544),
    'The database /var/lib/own.db can’t be written (attempt to write a readonly database)',
    { ...config, DATABASE_URL: 'sqlite:/var/lib/own.db' },
  ],
])('%s is one line', (_name, error, words, settings = config) => {
  const line = describeStartFault(error, settings)
  expect(line).toContain(words)
  expect(line).not.toMatch(/\n|secret-word/)
})

it('a bug keeps its stack trace', () => {
  expect(describeStartFault(new TypeError('x is not a function'), config)).toBeUndefined()
  expect(describeStartFault(withCode('x', 'EACCES', { path: '/elsewhere' }), config)).toBeUndefined()
})
