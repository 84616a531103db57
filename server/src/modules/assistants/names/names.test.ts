import { toReadableName } from '@bellwether/wire'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cutName,
  sanitizeName,
  toDeletedName,
  toFileName,
  toFreeLambName,
  toFreeName,
  toLambName,
  toUndeletedName,
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
  ])('turns %j into %j', (given, clean) => expect(sanitizeName(given)).toBe(clean))

  it('prefixes the owner and leaves room for a number within 50 characters', () => {
    expect(toLambName(7, 'History Tutor')).toBe('7_history_tutor')
    expect(toLambName(7, 'x'.repeat(80))).toHaveLength(46)
    expect(toLambName(12345, 'x'.repeat(80))).toHaveLength(46)
  })

  it('removes characters that are unsafe in headers, paths or SQL', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ unit: 'binary' }), (userId, given) => {
        const stored = toLambName(userId, given)
        expect(stored).toMatch(/^\d+_[a-z0-9_]+$/)
        expect(stored.length).toBeLessThanOrEqual(50)
        expect(toFileName(given)).toMatch(/^[a-z0-9_]+\.json$/)
      }),
    )
  })

  it('uses the first free number', () => {
    expect(toFreeLambName('7_a', new Set())).toBe('7_a')
    expect(toFreeLambName('7_a', new Set(['7_a']))).toBe('7_a_2')
    expect(toFreeLambName('7_a', new Set(['7_a', '7_a_2', '7_a_4']))).toBe('7_a_3')
    expect(toFreeName('Química', new Set(['Química', 'Química 2']))).toBe('Química 3')
    const long = '語'.repeat(100)
    expect(toFreeName(long, new Set([long]))).toBe(`${'語'.repeat(98)} 2`)
  })

  it('does not split a surrogate pair', () => {
    expect(cutName('🎓'.repeat(101))).toBe('🎓'.repeat(100))
    expect(cutName('abc')).toBe('abc')
  })

  it("turns LAMB's form into words, and leaves other names unchanged", () => {
    expect(toReadableName('7_history_tutor')).toBe('History tutor')
    expect(toReadableName('12_101_questions')).toBe('101 questions')
    for (const name of ['history_tutor', '7_', '7_Història', 'Already Words'])
      expect(toReadableName(name)).toBe(name)
    expect(toFileName('7_history_tutor')).toBe('history_tutor.json')
    expect(toUndeletedName(toDeletedName('7_a_deleted_1', 1760000000))).toBe('7_a_deleted_1')
  })
})
