import { describe, expect, it } from 'vitest'
import { layoutColumns, layoutRows, niceScale } from './layout-bars.ts'

const series = (...values: number[][]) =>
  values.map((list, at) => ({ label: `series ${at}`, colour: '--accent', values: list }))
const size = { width: 140, height: 120, left: 40, bottom: 20, top: 0 }

describe('the scale', () => {
  it('ends at a round number at or above the highest value', () => {
    expect(niceScale(97, true)).toEqual({ top: 100, step: 25 })
    expect(niceScale(100, true)).toEqual({ top: 100, step: 25 })
    expect(niceScale(101, true)).toEqual({ top: 150, step: 50 })
    expect(niceScale(0.037, false).top).toBeCloseTo(0.04)
  })

  it('has whole steps for counts, also if all are zero', () => {
    expect(niceScale(1, true)).toEqual({ top: 1, step: 1 })
    expect(niceScale(3, true)).toEqual({ top: 3, step: 1 })
    expect(niceScale(0, true)).toEqual({ top: 1, step: 1 })
    expect(niceScale(6, true).step).toBe(2)
  })
})

describe('columns', () => {
  it('stack the series on each other', () => {
    const { columns, ticks } = layoutColumns(series([3, 0], [1, 4]), 2, size, true)
    expect(ticks.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4])
    const [first, second] = columns
    expect(first?.bars.map(({ y, height }) => [y, height])).toEqual([
      [25, 75],
      [0, 25],
    ])
    expect(second?.bars.map(({ height }) => height)).toEqual([0, 100])
    expect(first?.x).toBe(40)
    expect(second?.x).toBe(90)
  })

  it('name as many columns as fit', () => {
    const all = Array.from({ length: 50 }, () => 1)
    expect(layoutColumns(series(all), 50, { ...size, width: 340 }, true).named).toEqual([0, 11, 22, 33, 44])
    expect(layoutColumns(series([1]), 1, size, true).named).toEqual([0])
  })
})

it('rows are as long as their values, beside each other', () => {
  const { columns, height } = layoutRows(series([6, 1], [2, 1]), 2, 400)
  expect(height).toBe(80)
  expect(columns[0]?.bars.map(({ x, width }) => [x, width])).toEqual([
    [0, 300],
    [300, 100],
  ])
  expect(columns[1]?.bars.map(({ width }) => width)).toEqual([50, 50])
})
