import { expect, it } from 'vitest'
import { addUp, inSlices } from './in-slices.ts'

const DAY = 86_400

it('covers the whole time once, and lets other work in between', async () => {
  const seen: [number, number][] = []
  let turns = 0
  const rows = await inSlices({ organizationId: 1, start: 0, end: 10 * DAY }, 4, async ({ start, end }) => {
    seen.push([start / DAY, end / DAY])
    setImmediate(() => turns++)
    return [turns]
  })
  expect(seen).toEqual([
    [0, 4],
    [4, 8],
    [8, 10],
  ])
  expect(rows).toEqual([0, 1, 2])
})

it('stops when there is enough', async () => {
  const scope = { organizationId: 1, start: 0, end: 100 * DAY }
  const rows = await inSlices(
    scope,
    1,
    async ({ start }) => [start],
    (all) => all.length > 2,
  )
  expect(rows).toHaveLength(3)
})

it('adds figures up by their keys, whether they come as numbers, text or nothing', () => {
  const rows = [
    { model: 'a', tokens: 1, cost: null },
    { model: 'b', tokens: '5', cost: 1 },
    { model: 'a', tokens: '2', cost: 3 },
  ]
  expect(addUp<{ model: string; tokens: unknown; cost: unknown }>(rows, ['model'])).toEqual([
    { model: 'a', tokens: 3, cost: 3 },
    { model: 'b', tokens: '5', cost: 1 },
  ])
})
