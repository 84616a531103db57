import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  sanitiseName,
  toDeletedName,
  toFileName,
  toFreeName,
  toStoredName,
  toUndeletedName,
  withoutOwner,
} from './names.ts'

describe('names of assistants', () => {
  it.each([
    ['History Tutor', 'history_tutor'],
    ['  Tabs\tand\n lines ', 'tabs_and_lines'],
    ['__a -- b__', 'a_b'],
    ['Història! (2n)', 'histria_2n'],
    ['日本語', 'untitled'],
    ['', 'untitled'],
    ['../../etc/passwd', 'etcpasswd'],
  ])('makes %j into %j', (given, clean) => expect(sanitiseName(given)).toBe(clean))

  it('puts the owner in front and leaves room for a number within 50 characters', () => {
    expect(toStoredName(7, 'History Tutor')).toBe('7_history_tutor')
    expect(toStoredName(7, 'x'.repeat(80))).toHaveLength(46)
    expect(toStoredName(12345, 'x'.repeat(80))).toHaveLength(46)
  })

  it('never leaves what a header, a path or SQL would stumble over', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ unit: 'binary' }), (userId, given) => {
        const stored = toStoredName(userId, given)
        expect(stored).toMatch(/^\d+_[a-z0-9_]+$/)
        expect(stored.length).toBeLessThanOrEqual(50)
        expect(toFileName(given)).toMatch(/^[a-z0-9_]+\.json$/)
      }),
    )
  })

  it('takes the first free number', () => {
    expect(toFreeName('7_a', new Set())).toBe('7_a')
    expect(toFreeName('7_a', new Set(['7_a']))).toBe('7_a_2')
    expect(toFreeName('7_a', new Set(['7_a', '7_a_2', '7_a_4']))).toBe('7_a_3')
  })

  it('finds back what a person typed', () => {
    expect(withoutOwner('7_history_tutor')).toBe('history_tutor')
    expect(withoutOwner('history_tutor')).toBe('history_tutor')
    expect(withoutOwner('7_')).toBe('7_')
    expect(toFileName('7_history_tutor')).toBe('history_tutor.json')
    expect(toUndeletedName(toDeletedName('7_a_deleted_1', 1760000000))).toBe('7_a_deleted_1')
  })
})
