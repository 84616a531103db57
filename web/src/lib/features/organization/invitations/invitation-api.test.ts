import { expect, it } from 'vitest'
import { toEmails, toList } from './invitation-api.ts'

it('reads addresses as people paste them', () => {
  expect(toEmails('ana@example.edu, ben@example.edu;\n carla@example.edu ana@example.edu')).toEqual([
    'ana@example.edu',
    'ben@example.edu',
    'carla@example.edu',
  ])
  expect(toEmails('Ana Doe <ana@example.edu>, "Ben, B." <ben@example.edu>')).toEqual([
    'ana@example.edu',
    'ben@example.edu',
  ])
  expect(toEmails('  ')).toEqual([])
})

it('reads domains with and without @', () => {
  expect(toList('@example.edu, students.example.edu')).toEqual(['example.edu', 'students.example.edu'])
})
