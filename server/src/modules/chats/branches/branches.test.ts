import { expect, it } from 'vitest'
import { type BranchMessage, branchOf, lastShownAfter, versionsIn } from './branches.ts'

const user = (id: string, previous_id: string | null): BranchMessage => ({ id, role: 'user', previous_id })
const answer = (id: string, previous_id: string | null): BranchMessage => ({
  id,
  role: 'assistant',
  previous_id,
})
const ids = (rows: readonly BranchMessage[]) => rows.map(({ id }) => id)

// q1 → a1 → q2 → a2
//         → q3 → a3, a4
const rows = [
  user('q1', null),
  answer('a1', 'q1'),
  user('q2', 'a1'),
  answer('a2', 'q2'),
  user('q3', 'a1'),
  answer('a3', 'q3'),
  answer('a4', 'q3'),
]

it('shows the branch that ends with a message', () => {
  expect(ids(branchOf(rows, 'a2'))).toEqual(['q1', 'a1', 'q2', 'a2'])
  expect(ids(branchOf(rows, 'a4'))).toEqual(['q1', 'a1', 'q3', 'a4'])
  expect(ids(branchOf(rows, 'q3'))).toEqual(['q1', 'a1', 'q3'])
})

it('shows all messages of a chat without branches', () => {
  expect(branchOf(rows, null)).toBe(rows)
})

it('terminates for damaged data', () => {
  expect(ids(branchOf([user('a', 'b'), user('b', 'a')], 'a'))).toEqual(['b', 'a'])
  expect(lastShownAfter([user('a', 'b'), user('b', 'a')], 'a')).toBe('b')
  expect(branchOf(rows, 'gone')).toEqual([])
})

it('knows the versions of questions and answers', () => {
  const versionsOf = versionsIn(rows)
  expect(rows.map(versionsOf)).toEqual([
    ['q1'],
    ['a1'],
    ['q2', 'q3'],
    ['a2'],
    ['q2', 'q3'],
    ['a3', 'a4'],
    ['a3', 'a4'],
  ])
})

it('continues a version with its newest messages', () => {
  expect(lastShownAfter(rows, 'q2')).toBe('a2')
  expect(lastShownAfter(rows, 'q3')).toBe('a4')
  expect(lastShownAfter(rows, 'q1')).toBe('a4')
})

it('continues a version as it was last shown', () => {
  const shown = rows.map((row) => (row.id === 'q3' ? { ...row, shown_next_id: 'a3' } : row))
  expect(lastShownAfter(shown, 'q3')).toBe('a3')
  expect(lastShownAfter(shown, 'q1')).toBe('a3')
  const gone = rows.map((row) => (row.id === 'q3' ? { ...row, shown_next_id: 'deleted' } : row))
  expect(lastShownAfter(gone, 'q3')).toBe('a4')
})
