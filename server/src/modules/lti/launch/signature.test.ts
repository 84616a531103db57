import { expect, it } from 'vitest'
import { isSignedWith, percentEncode, signHmacSha1, toBaseString } from './signature.ts'

it('encodes as RFC 3986 requires', () => {
  expect(percentEncode("a b+c!'()*~-._ñ☃")).toBe('a%20b%2Bc%21%27%28%29%2A~-._%C3%B1%E2%98%83')
})

it('builds the base string of RFC 5849, section 3.4.1.1', () => {
  const parameters = [
    ['b5', '=%3D'],
    ['a3', 'a'],
    ['c@', ''],
    ['a2', 'r b'],
    ['oauth_consumer_key', '9djdj82h48djs9d2'],
    ['oauth_token', 'kkk9d7dh3k39sjv7'],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', '137131201'],
    ['oauth_nonce', '7d8f3e4a'],
    ['c2', ''],
    ['a3', '2 q'],
    ['oauth_signature', 'djosJKDKJSD8743243'],
  ] as const
  expect(toBaseString('post', 'http://EXAMPLE.com:80/request?b5=x#y', parameters)).toBe(
    'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
  )
})

it('keeps other ports, and drops the default port of https', () => {
  expect(toBaseString('POST', 'https://a.example:443/x', [])).toContain('https%3A%2F%2Fa.example%2Fx')
  expect(toBaseString('POST', 'https://a.example:8443/x', [])).toContain('a.example%3A8443')
})

it('accepts the signature for one of several addresses, and no other', () => {
  const parameters = [['a', 'b']] as const
  const secret = 'se&cret'
  const signature = signHmacSha1(toBaseString('POST', 'https://lti.example/launch', parameters), secret)
  const request = { method: 'POST', parameters, signature }
  expect(isSignedWith(secret, { ...request, urls: ['http://x/y', 'https://lti.example/launch'] })).toBe(true)
  expect(isSignedWith(secret, { ...request, urls: ['http://lti.example/launch'] })).toBe(false)
  expect(isSignedWith('other', { ...request, urls: ['https://lti.example/launch'] })).toBe(false)
})
