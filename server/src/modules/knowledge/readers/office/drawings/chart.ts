import type { Block, Place } from '../../document-text.ts'
import { tableBlocks } from '../../table.ts'
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
  if (relation?.type === 'chart') {
    const charts = await elementsOf(source, relation.part, 'chart')
    return charts.flatMap((chart) => readChart(chart, place))
  }
  if (relation?.type === 'diagramData') {
    const models = await elementsOf(source, relation.part, 'dataModel')
    return models.flatMap((model) => readDiagram(model, place))
  }
  return []
}

/** A chart as its title and its data table, with the values stored in the file. */
function readChart(chart: Element, place: Place): Block[] {
  const title = [...descendantsOf(childOf(chart, 'title') ?? EMPTY, 't')]
    .map(({ text }) => text)
    .join('')
    .trim()
  const series = [...descendantsOf(childOf(chart, 'plotArea') ?? EMPTY, 'ser')]
  const categories = points(childOf(series[0], 'cat') ?? childOf(series[0], 'xVal'))
  const columns = series.map((element) => ({
    name: points(childOf(element, 'tx')).get(0) ?? childAt(element, 'tx', 'v')?.text ?? '',
    values: points(childOf(element, 'val') ?? childOf(element, 'yVal')),
  }))
  const length = Math.max(0, ...[categories, ...columns.map(({ values }) => values)].map(lastIndex))
  const header = ['', ...columns.map(({ name }) => name)]
  const rows = Array.from({ length }, (_, index) => [
    categories.get(index) ?? '',
    ...columns.map(({ values }) => values.get(index) ?? ''),
  ])
  const heading: Block[] = title === '' ? [] : [{ text: `Chart: ${title}`, ...place }]
  return [...heading, ...(rows.length > 0 ? tableBlocks([header, ...rows], place) : [])]
}

const EMPTY: Element = { name: '', attributes: {}, children: [], text: '' }
/** With more points it is a plot, not a readable table. */
const MAX_POINTS = 2_000

const lastIndex = (values: ReadonlyMap<number, string>) => {
  let last = 0
  for (const index of values.keys()) last = Math.max(last, index + 1)
  return last
}

function points(element: Element | undefined): Map<number, string> {
  const values = new Map<number, string>()
  if (!element) return values
  for (const point of descendantsOf(element, 'pt')) {
    const index = Number(point.attributes['idx'] ?? 0)
    const value = childrenOf(point, 'v')[0]?.text
    if (value !== undefined && index >= 0 && index < MAX_POINTS) values.set(index, value)
  }
  return values
}

/** The part of a diagram contains the texts of its boxes. */
function readDiagram(model: Element, place: Place): Block[] {
  const texts = [...descendantsOf(model, 'pt')].map((point) =>
    [...descendantsOf(point, 't')]
      .flatMap((body) => (body.children.length > 0 ? [...descendantsOf(body, 't')] : [body]))
      .map(({ text }) => text)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )
  const lines = texts.filter((text) => text !== '').map((text) => `- ${text}`)
  return lines.length === 0 ? [] : [{ text: lines.join('\n'), ...place }]
}
