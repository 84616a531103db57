import { expect, it } from 'vitest'
import { diffWords } from './diff-words.ts'

it('marks the words that change', () => {
  expect(diffWords('You are a tutor', 'You are a kind tutor')).toEqual([
    { kind: 'same', text: 'You are a ' },
    { kind: 'added', text: 'kind ' },
    { kind: 'same', text: 'tutor' },
  ])
  expect(diffWords('', 'Hello')).toEqual([{ kind: 'added', text: 'Hello' }])
})

it('shows very different texts one after the other', () => {
  const words = (prefix: string) => Array.from({ length: 3000 }, (_, at) => `${prefix}${at}`).join(' ')
  expect(diffWords(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
