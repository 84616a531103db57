export interface Series {
  label: string
  /** The name of a design token, such as `--accent`. */
  colour: string
  values: readonly number[]
}

export interface Bar {
  series: number
  x: number
  y: number
  width: number
  height: number
}

export interface Column {
  /** The area that reacts to the pointer. */
  x: number
  y: number
  width: number
  height: number
  bars: Bar[]
}

export interface ChartLayout {
  width: number
  height: number
  ticks: { value: number; at: number }[]
  columns: Column[]
  /** Indexes of the columns whose names fit below them. */
  named: number[]
}

const STEPS = [1, 2, 2.5, 5, 10]
const MAX_TICKS = 5

/** A round number at or above `highest`, and the step between ticks. Pure. */
export function niceScale(highest: number, isWhole: boolean): { top: number; step: number } {
  const least = highest > 0 ? highest : 1
  const power = 10 ** Math.floor(Math.log10(least / (MAX_TICKS - 1)))
  const steps = STEPS.map((step) => step * power).filter((step) => !isWhole || Number.isInteger(step))
  const step = steps.find((candidate) => candidate * (MAX_TICKS - 1) >= least) ?? Math.max(1, 10 * power)
  return { top: Math.ceil(least / step - 1e-9) * step, step }
}

const totalsOf = (series: readonly Series[], count: number): number[] =>
  Array.from({ length: count }, (_one, at) =>
    series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0),
  )

function ticksOf(top: number, step: number, toAt: (value: number) => number): ChartLayout['ticks'] {
  const ticks: ChartLayout['ticks'] = []
  for (let count = 0; count * step <= top + step / 1e6; count++) {
    const value = Number((count * step).toPrecision(12))
    ticks.push({ value, at: toAt(value) })
  }
  return ticks
}

const GAP = 0.2
const LABEL_WIDTH = 64

/** Columns beside each other, with the series stacked: for days and weeks. Pure. */
export function layoutColumns(
  series: readonly Series[],
  count: number,
  size: { width: number; height: number; left: number; bottom: number; top: number },
  isWhole: boolean,
): ChartLayout {
  const { top, step } = niceScale(Math.max(0, ...totalsOf(series, count)), isWhole)
  const room = { width: Math.max(1, size.width - size.left), height: size.height - size.bottom - size.top }
  const slot = room.width / Math.max(1, count)
  const toY = (value: number) => size.top + room.height * (1 - value / top)
  const columns = Array.from({ length: count }, (_one, at): Column => {
    const x = size.left + at * slot
    let sum = 0
    const bars = series.map(({ values }, index): Bar => {
      const value = Math.max(0, values[at] ?? 0)
      const y = toY(sum + value)
      const height = toY(sum) - y
      sum += value
      return { series: index, x: x + (slot * GAP) / 2, y, width: slot * (1 - GAP), height }
    })
    return { x, y: size.top, width: slot, height: room.height, bars }
  })
  const every = Math.max(1, Math.ceil((count * LABEL_WIDTH) / room.width))
  const named = columns.flatMap((_one, at) => (at % every === 0 ? [at] : []))
  return { width: size.width, height: size.height, ticks: ticksOf(top, step, toY), columns, named }
}

const ROW = 40
const BAR = 12

/** Rows below each other with their names above the bars: for models, assistants and people. Pure. */
export function layoutRows(series: readonly Series[], count: number, width: number): ChartLayout {
  const highest = Math.max(0, ...totalsOf(series, count)) || 1
  const columns = Array.from({ length: count }, (_one, at): Column => {
    const y = at * ROW
    let sum = 0
    const bars = series.map(({ values }, index): Bar => {
      const value = Math.max(0, values[at] ?? 0)
      const x = (width * sum) / highest
      sum += value
      return { series: index, x, y: y + ROW - BAR - 6, width: (width * value) / highest, height: BAR }
    })
    return { x: 0, y, width, height: ROW, bars }
  })
  return { width, height: count * ROW, ticks: [], columns, named: columns.map((_one, at) => at) }
}
