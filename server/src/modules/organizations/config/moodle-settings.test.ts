import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { findMoodle } from './moodle-settings.ts'
import type { OrganizationSettings } from './provider-settings.ts'

const OPERATORS = 'http://moodle.internal'
const OWN = 'https://moodle.school.edu'
const env = readConfig({ MOODLE_API_URL: OPERATORS, MOODLE_TOKEN: 'operators-token' })
const organization = (moodle: unknown, more: Partial<OrganizationSettings> = {}): OrganizationSettings => ({
  id: 2,
  slug: 'school',
  name: 'School',
  isSystem: false,
  status: 'active',
  config: { moodle },
  ...more,
})
const system = (moodle: unknown) => organization(moodle, { isSystem: true })

test("an organization's own Moodle is called with the address guard", () => {
  const moodle = findMoodle(organization({ url: ` ${OWN} `, token: 'own-token' }), env)
  expect(moodle).toEqual({ url: OWN, token: 'own-token', trusted: false })
})

test('an address entered by a system admin is trusted', () => {
  const config = { moodle: { url: OWN, token: 'own-token' }, trusted_addresses: [OWN] }
  expect(findMoodle(organization(undefined, { config }), env)?.trusted).toBe(true)
})

test.each([
  undefined,
  null,
  'x',
  [],
  {},
  { url: OWN },
  { token: 'own-token' },
  { url: 7, token: 'own-token' },
])("the operator's settings don't fill gaps of another organization: %j", (moodle) => {
  expect(findMoodle(organization(moodle), env)).toBeUndefined()
})

test("another organization's address that equals the operator's is not trusted", () => {
  const moodle = findMoodle(organization({ url: OPERATORS, token: 'own-token' }), env)
  expect(moodle).toEqual({ url: OPERATORS, token: 'own-token', trusted: false })
})

test('the system organization falls back to the environment', () => {
  const operators = { url: OPERATORS, token: 'operators-token', trusted: true }
  expect(findMoodle(system(undefined), env)).toEqual(operators)
  expect(findMoodle(system({ url: OPERATORS }), env)).toEqual(operators)
  expect(findMoodle(system(undefined), readConfig({}))).toBeUndefined()
})

test("the operator's token is sent to no other address", () => {
  expect(findMoodle(system({ url: OWN }), env)).toBeUndefined()
  expect(findMoodle(system({ url: OWN, token: 't' }), env)).toEqual({ url: OWN, token: 't', trusted: false })
})

test('a disabled Moodle', () => {
  expect(findMoodle(system({ enabled: false }), env)).toBeUndefined()
  expect(findMoodle(organization({ enabled: false, url: OWN, token: 't' }), env)).toBeUndefined()
})
