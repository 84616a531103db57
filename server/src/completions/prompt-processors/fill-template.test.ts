import { describe, expect, it } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { fillTemplate, isPlaceholder, placeholdersOf, textOfPieces } from './fill-template.ts'

const fill = (template: string) => textOfPieces(fillTemplate(template, (name) => `<${name}>`))

describe('placeholders', () => {
  it.each([
    ['{a}', '<a>'],
    ['{user_input}{x1}{1x}{_y}', '<user_input><x1><1x><_y>'],
    ['{1} {_} {} {A} {a b} {a-b} {{a}}', '{1} {_} {} {A} {a b} {a-b} {<a>}'],
    ['{a{b}', '{a<b>'],
  ])('%s', (template, filled) => {
    expect(fill(template)).toBe(filled)
  })

  it('are listed once each', () => {
    expect(placeholdersOf('{b} {a} {b} {1}')).toEqual(['b', 'a'])
  })

  it.each([
    ['a', true],
    ['9a_', true],
    ['_9', false],
    ['', false],
    ['a b', false],
    ['a'.repeat(100), true],
    ['a'.repeat(101), false],
  ])('can be named %j: %s', (name, can) => {
    expect(isPlaceholder(name)).toBe(can)
  })

  it.each(['a', '1', '{', '{a', '{1', '_a'])('takes linear time for %j repeated', async (part) => {
    expect(await growthOf((size) => fill(`{${part.repeat(size)}`), 10_000)).toBeLessThan(10)
    expect(await growthOf((size) => isPlaceholder(`${part.repeat(size)}-`), 10_000)).toBeLessThan(10)
  })
})
