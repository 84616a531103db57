import { beforeEach, expect, it } from 'vitest'
import { createLocalDrafts, LIMITS } from './local-drafts.ts'

let stored: Map<string, string>
let time = 1_000_000
let isFull = false
const storage: Storage = {
  get length() {
    return stored.size
  },
  key: (index) => [...stored.keys()][index] ?? null,
  getItem: (key) => stored.get(key) ?? null,
  setItem(key, value) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    stored.set(key, value)
  },
  removeItem: (key) => void stored.delete(key),
  clear: () => stored.clear(),
}
const drafts = createLocalDrafts(storage, () => time)

beforeEach(() => {
  stored = new Map([['bellwether.theme', 'dark']])
  isFull = false
})

it('stores work per person and object', () => {
  drafts.write(1, 'assistant.7', { name: 'Tutor' })
  expect(drafts.read(1, 'assistant.7')).toEqual({ at: time, data: { name: 'Tutor' } })
  expect(drafts.read(11, 'assistant.7')).toBeUndefined()
  expect(drafts.read(1, 'assistant.70')).toBeUndefined()
  drafts.remove(1, 'assistant.7')
  expect(drafts.read(1, 'assistant.7')).toBeUndefined()
})

it('removes all work of one person, and nothing else', () => {
  drafts.write(1, 'a', 1)
  drafts.write(1, 'b', 1)
  drafts.write(11, 'a', 1)
  drafts.removeAllOf(1)
  expect([...stored.keys()]).toEqual(['bellwether.theme', 'bellwether.draft.11.a'])
})

it('drops work that is too old, too long or too much', () => {
  drafts.write(1, 'old', 1)
  time += LIMITS.ageMs + 1
  expect(drafts.read(1, 'old')).toBeUndefined()
  for (let count = 0; count <= LIMITS.count; count++) {
    time++
    drafts.write(1, `n${count}`, count)
  }
  expect(drafts.read(1, 'n0')).toBeUndefined()
  expect(drafts.read(1, `n${LIMITS.count}`)).toBeDefined()
  expect(stored.has('bellwether.draft.1.old')).toBe(false)
  drafts.write(1, 'n5', 'x'.repeat(LIMITS.length))
  expect(drafts.read(1, 'n5')).toBeUndefined()
})

it('survives a full, forbidden or damaged storage', () => {
  isFull = true
  drafts.write(1, 'a', 1)
  expect(drafts.read(1, 'a')).toBeUndefined()
  stored.set('bellwether.draft.1.b', '{nonsense')
  expect(drafts.read(1, 'b')).toBeUndefined()
  const none = createLocalDrafts(undefined)
  none.write(1, 'a', 1)
  none.removeAllOf(1)
  expect(none.read(1, 'a')).toBeUndefined()
})
