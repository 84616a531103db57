import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withinTime } from './time-limit.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('ends in time, even when nobody else holds the limit and garbage is collected', async () => {
  const listened = new AbortController()
  const ended = new Promise<unknown>((resolve) => {
    const limited = withinTime(listened.signal, 60)
    limited.addEventListener('abort', () => resolve(limited.reason))
  })
  await pause(5)
  collectGarbage()
  expect(await ended).toMatchObject({ name: 'TimeoutError' })
})

test('ends with the signal, also one that has ended already', () => {
  const outer = new AbortController()
  const limited = withinTime(outer.signal, 60_000)
  outer.abort(new Error('gone'))
  expect(limited.reason).toMatchObject({ message: 'gone' })
  expect(withinTime(outer.signal, 60_000).reason).toMatchObject({ message: 'gone' })
})
