import { type Message, say } from '@bellwether/wire'
import type { Block, Place } from '../../document-text.ts'
import { tableBlocks } from '../../table.ts'
import { isUnreadable } from '../../unreadable-document.ts'
import type { Relation } from '../office-parts.ts'
import {
  childAt,
  childOf,
  childrenOf,
  descendantsOf,
  type Element,
  elementsOf,
  type XmlSource,
} from '../xml.ts'
import type { SlidePiece } from './shapes.ts'

/** The text of a piece, which may be in a part of its own. */
export async function toBlocks(
  source: XmlSource,
  relations: readonly Relation[],
  piece: SlidePiece,
  place: Place,
): Promise<Block[]> {
  if ('block' in piece) return [piece.block]
  const relation = relations.find(({ id }) => id === piece.relation)
  if (relation?.type === 'chart' || relation?.type === 'chartEx')
    return toChartBlocks(source, await readChart(source, relation.part), place)
  if (relation?.type === 'diagramData') {
    const models = await elementsOf(source, relation.part, 'dataModel')
    return models.flatMap((model) => readDiagram(model, place))
  }
  return []
}

export interface Chart {
  title: string
  /** The first row names the series, the first column the categories. */
  rows: string[][]
}

/** A chart as its title and its data table. If the file has only its picture, a warning names it. */
export function toChartBlocks({ unread }: XmlSource, { title, rows }: Chart, place: Place): Block[] {
  if (rows.length < 2) unread?.push(`“${title || '…'}”`)
  const heading: Block[] = title === '' ? [] : [{ text: `Chart: ${title}`, ...place }]
  return [...heading, ...(rows.length < 2 ? [] : tableBlocks(rows, place))]
}

/** Those of a part that is read only if it isn't damaged. */
export const elementsIfWhole = (source: XmlSource, part: string, name: string): Promise<Element[]> =>
  elementsOf(source, part, name).catch((error: unknown) => {
    if (isUnreadable(error) && error.code === 'corrupt') return []
    throw error
  })

/** The values that were stored when the file was saved. A damaged chart has none. */
async function readChart(source: XmlSource, part: string): Promise<Chart> {
  const [space = EMPTY] = await elementsIfWhole(source, part, 'chartSpace')
  const title = childAt(space, 'chart', 'title')
  const area = childAt(space, 'chart', 'plotArea') ?? EMPTY
  const columns: Map<number, string>[] = []
  let shared = ''
  let last = NAMES
  for (const series of [...descendantsOf(area, 'ser'), ...descendantsOf(area, 'series')]) {
    const [categories, values] = dataOf(series, space)
    const key = JSON.stringify([...categories])
    // Each series of a scatter chart may have its own positions.
    if (categories.size > 0 && key !== shared) columns.push(categories)
    if (categories.size > 0) shared = key
    last = Math.max(last, ...categories.keys(), ...values.keys())
    columns.push(values.set(NAMES, labelOf(childOf(series, 'tx'))))
  }
  source.budget.spend(columns.length * last)
  const rows = Array.from({ length: last - NAMES + 1 }, (_, at) =>
    columns.map((column) => column.get(at + NAMES) ?? ''),
  )
  return { title: labelOf(childOf(title, 'tx') ?? title), rows }
}

export const EMPTY: Element = { name: '', attributes: {}, children: [], text: '' }
/** With more points it is a plot, not a readable table. */
const MAX_POINTS = 2_000
/** The row above the first values. */
const NAMES = -1

/** Newer kinds of charts, such as waterfalls, have their data before the series. */
function dataOf(
  series: Element,
  space: Element,
): [categories: Map<number, string>, values: Map<number, string>] {
  const id = childOf(series, 'dataId')?.attributes['val']
  const data =
    childrenOf(childOf(space, 'chartData'), 'data').find(({ attributes }) => attributes['id'] === id) ??
    series
  const first = (...names: string[]) => data.children.find(({ name }) => names.includes(name))
  return [points(first('cat', 'xVal', 'strDim')), points(first('val', 'yVal', 'numDim'))]
}

/** A title or name: written in the chart, or the value of a cell. */
export const labelOf = (element: Element = EMPTY): string => wordsIn(element).replace(/\s+/g, ' ').trim()

function wordsIn({ name, text, children }: Element): string {
  // The address of a cell.
  if (name === 'f') return ''
  const own = children.length > 0 && text.trim() === '' ? '' : text
  return `${own}${children.map(wordsIn).join('')}${PARTED.has(name) ? ' ' : ''}`
}

const PARTED: ReadonlySet<string> = new Set(['p', 'pt', 'br'])

/** Categories may have groups, which follow them in the file. */
function points(element: Element = EMPTY): Map<number, string> {
  const values = new Map<number, string>()
  for (const point of descendantsOf(element, 'pt')) {
    const index = Number(point.attributes['idx'] ?? 0)
    const value = childOf(point, 'v')?.text ?? point.text
    const inner = values.get(index)
    if (index >= 0 && index < MAX_POINTS) values.set(index, inner === undefined ? value : `${value} ${inner}`)
  }
  return values
}

/** Charts of which only a picture is in the file. */
export const unreadChartsNote = ({ unread = [] }: XmlSource): Message[] =>
  unread.length === 0 ? [] : [say('document_warnings.charts_without_values', { charts: unread.join(', ') })]

/** The part of a diagram contains the texts of its boxes. */
function readDiagram(model: Element, place: Place): Block[] {
  const texts = Array.from(descendantsOf(model, 'pt'), labelOf)
  const lines = texts.filter((text) => text !== '').map((text) => `- ${text}`)
  return lines.length === 0 ? [] : [{ text: lines.join('\n'), ...place }]
}
