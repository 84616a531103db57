import { describe, expect, it } from 'vitest'
import { mergeClaims } from './oidc.ts'

describe('claims of the ID token and the user info', () => {
  it('prefers the ID token', () => {
    expect(mergeClaims({ name: 'Old', groups: ['a'] }, { name: 'New' })).toMatchObject({
      name: 'New',
      groups: ['a'],
    })
  })

  it('takes the address with its verification from the user info', () => {
    const info = { email: 'a@example.edu', email_verified: true }
    expect(mergeClaims(info, { sub: 's' })).toMatchObject(info)
    expect(mergeClaims(info, { email: 'a@example.edu' })).toMatchObject(info)
  })

  it('does not verify an address with the verification of another', () => {
    const info = { email: 'own@example.edu', email_verified: true }
    expect(mergeClaims(info, { email: 'admin@example.edu' })['email_verified']).toBeUndefined()
    const unverified = { email: 'own@example.edu', email_verified: false }
    expect(mergeClaims(info, unverified)['email_verified']).toBe(false)
  })
})
