import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createLocalNotifications } from '../../../platform/instances/coordination.ts'
import { createOpenWindows } from './open-windows.ts'

const ana = { assistantId: 1, userId: 7, window: 'ana-window', editing: false }
const ben = { assistantId: 1, userId: 8, window: 'ben-window', editing: false }

/** Two instances that hear each other, and how many messages were sent. */
function makeInstances() {
  const bus = createLocalNotifications(pino({ level: 'silent' }))
  const world = { time: 1_000_000, sent: 0 }
  const notifications: Pick<typeof bus, 'hint' | 'subscribe'> = {
    subscribe: bus.subscribe,
    hint(channel, message) {
      world.sent++
      bus.hint(channel, message)
    },
  }
  const make = () => createOpenWindows({ notifications, now: () => world.time })
  return { world, one: make(), two: make() }
}
const usersIn = (list: readonly { userId: number }[]) => list.map(({ userId }) => userId)

it('are known on all instances, until they are closed', () => {
  const { one, two } = makeInstances()
  one.note(ana)
  two.note({ ...ben, editing: true })
  expect(usersIn(one.list(1))).toEqual([7, 8])
  expect(two.list(1)).toMatchObject([{ userId: 7 }, { userId: 8, editing: true }])
  expect(one.list(2)).toEqual([])
  two.leave(ana)
  expect(usersIn(one.list(1))).toEqual([8])
})

it('expire when they are not renewed, also if their tab was killed', () => {
  const { world, one, two } = makeInstances()
  one.note(ana)
  one.note(ben)
  world.time += 60_000
  one.note(ben)
  world.time += 20_000
  expect(usersIn(one.list(1))).toEqual([8])
  expect(usersIn(two.list(1))).toEqual([8])
})

it('report changes to the others immediately, and otherwise only occasionally', () => {
  const { world, one, two } = makeInstances()
  for (let beat = 0; beat < 6; beat++) {
    one.note(ana)
    world.time += 5000
  }
  expect(world.sent).toBe(2)
  one.note({ ...ana, editing: true })
  expect(two.list(1)).toMatchObject([{ editing: true }])
})

it('are limited in number', () => {
  const { one } = makeInstances()
  for (let at = 0; at < 60; at++) one.note({ ...ana, window: `window-${at}` })
  expect(one.list(1)).toHaveLength(50)
  expect(one.list(1).at(-1)?.window).toBe('window-59')
})
