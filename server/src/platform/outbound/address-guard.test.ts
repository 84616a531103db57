import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './address-guard.ts'
import { createAllowList } from './allow-list.ts'

describe('isPublicAddress', () => {
  test.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  test.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.5',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '64:ff9b:1::808:808',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'not an address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('the allow list', () => {
  test.each([
    ['localhost:11434', 'localhost:11434', true],
    ['localhost:11434', 'localhost:11435', false],
    ['LocalHost', 'localhost:1', true],
    ['http://localhost:11434/v1', 'localhost:11434', true],
    ['https://intranet.example', 'intranet.example:443', true],
    ['https://intranet.example', 'intranet.example:80', false],
    ['10.0.0.1:80', '10.0.0.1:80', true],
    ['10.0.0.1:80', '10.0.0.1:8080', false],
    ['::1', '[::1]:80', true],
    ['[::1]:8080', '[::1]:8080', true],
    ['[::1]:8080', '[::1]:80', false],
  ])('%s and %s: %s', (entry, place, allowed) => {
    expect(createAllowList([entry], 'OUTBOUND_ALLOW').has(place)).toBe(allowed)
  })

  test('refuses to start with an invalid entry', () => {
    expect(() => createAllowList(['a b'], 'OUTBOUND_ALLOW')).toThrow('OUTBOUND_ALLOW has "a b"')
  })
})
