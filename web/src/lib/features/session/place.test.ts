import { expect, it } from 'vitest'
import { toPlace } from './place.ts'

it('leads only to places of this app after signing in', () => {
  expect(toPlace('/rubrics/3?tab=try')).toBe('/rubrics/3?tab=try')
  for (const foreign of [
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/sign-in?next=/',
  ])
    expect(toPlace(foreign)).toBe('/assistants')
})
