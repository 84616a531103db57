import { expect, it } from 'vitest'
import { signInPath, toSafePath } from './redirects.ts'

it('redirects only to pages of this app after signing in', () => {
  expect(toSafePath('/rubrics/3?tab=try')).toBe('/rubrics/3?tab=try')
  for (const foreign of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/sign-in?next=/',
  ])
    expect(toSafePath(foreign)).toBe('/')
})

it('keeps the secret of a link while signing in', () => {
  const path = signInPath(new URL('https://bw.example.edu/confirm-email#token=abc'))
  const next = new URL(path, 'https://bw.example.edu').searchParams.get('next')
  expect(toSafePath(next)).toBe('/confirm-email#token=abc')
})
