import { expect, it } from 'vitest'
import { toSafePath } from './redirects.ts'

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
    expect(toSafePath(foreign)).toBe('/assistants')
})
