import { expect, it } from 'vitest'
import { readKappa } from './read-kappa.ts'

it.each([
  [-0.3, 'none'],
  [0, 'none'],
  [0.1, 'slight'],
  [0.4, 'fair'],
  [0.41, 'moderate'],
  [0.8, 'substantial'],
  [1, 'strong'],
])('%d is %s agreement', (kappa, reading) => {
  expect(readKappa(kappa)).toBe(reading)
})
