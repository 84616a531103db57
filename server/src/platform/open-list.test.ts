import { describe, expect, test } from 'vitest'
import { OpenList } from './open-list.ts'

const make = (name: string) => ({ name, place: -1 })
const names = (list: Iterable<{ name: string }>) => [...list].map(({ name }) => name).sort()

describe('OpenList', () => {
  test('has what was added and not deleted', () => {
    const [a, b, c] = [make('a'), make('b'), make('c')]
    const list = new OpenList<typeof a>()
    for (const item of [a, b, c]) list.add(item)
    list.delete(a)
    expect(names(list)).toEqual(['b', 'c'])
    list.delete(c)
    list.delete(b)
    expect(list.size).toBe(0)
    list.add(a)
    expect(names(list)).toEqual(['a'])
  })

  test('adding or deleting twice changes nothing', () => {
    const [a, b] = [make('a'), make('b')]
    const list = new OpenList<typeof a>()
    list.add(a)
    list.add(a)
    list.add(b)
    list.delete(a)
    list.delete(a)
    expect(names(list)).toEqual(['b'])
  })

  test('items may be deleted while the list is read', () => {
    const list = new OpenList<ReturnType<typeof make>>()
    for (const name of ['a', 'b', 'c']) list.add(make(name))
    const seen: string[] = []
    for (const item of list) {
      seen.push(item.name)
      list.delete(item)
    }
    expect(seen).toEqual(['a', 'b', 'c'])
    expect(list.size).toBe(0)
  })
})
