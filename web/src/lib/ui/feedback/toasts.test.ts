import { afterEach, expect, it, vi } from 'vitest'
import { toasts } from './toasts.svelte.ts'

// Without Svelte’s compiler, state is a plain value.
vi.hoisted(() => Object.assign(globalThis, { $state: <T>(value: T): T => value }))

afterEach(() => {
  vi.useRealTimers()
  for (const { id } of toasts.list) toasts.dismiss(id)
})
const shown = () => toasts.list.map(({ message, kind, count }) => `${kind} ${message} ${count}`)

it('shows the same message once, with a count', () => {
  const first = toasts.error('No connection')
  expect(toasts.error('No connection')).toBe(first)
  toasts.error('Something else')
  toasts.info('No connection')
  expect(shown()).toEqual(['error No connection 2', 'error Something else 1', 'info No connection 1'])
})

it('stays as long as a new one', () => {
  vi.useFakeTimers()
  toasts.error('No connection')
  vi.advanceTimersByTime(9000)
  toasts.error('No connection')
  vi.advanceTimersByTime(9000)
  expect(shown()).toEqual(['error No connection 2'])
  vi.advanceTimersByTime(1000)
  expect(shown()).toEqual([])
})

it('keeps messages with an action apart: each undoes something else', () => {
  const action = () => ({ label: 'Undo', act: vi.fn() })
  toasts.success('Deleted', action())
  toasts.success('Deleted', action())
  toasts.success('Deleted')
  expect(shown()).toEqual(['success Deleted 1', 'success Deleted 1', 'success Deleted 1'])
})
