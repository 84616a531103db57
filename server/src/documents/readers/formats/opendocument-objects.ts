import type { Block } from '../document-text.ts'
import { formulaIn } from '../html/html-math.ts'
import { type Chart, EMPTY, elementsIfWhole, labelOf, toChartBlocks } from '../office/drawings/chart.ts'
import { childAt, childOf, childrenOf, descendantsOf, type Element, type XmlSource } from '../office/xml.ts'

/** A formula is part of a line; a chart follows it. */
export interface EmbeddedObject {
  formula: string
  chart: readonly Block[]
}

/** Each formula and each chart is a document of its own, in a folder. */
export async function readObjects(source: XmlSource): Promise<Map<string, EmbeddedObject>> {
  const objects = new Map<string, EmbeddedObject>()
  for (const name of source.archive.names()) {
    const folder = /^(.+)\/content\.xml$/.exec(name)?.[1]
    if (folder === undefined) continue
    const pieces: Uint8Array[] = []
    for await (const piece of source.archive.read(name)) pieces.push(piece)
    const formula = formulaIn(Buffer.concat(pieces).toString('utf8'))
    source.budget.spend(formula.length)
    const charts = formula === '' ? await elementsIfWhole(source, name, 'chart') : []
    objects.set(folder, {
      formula,
      chart: charts.flatMap((chart) => toChartBlocks(source, dataOf(chart), {})),
    })
  }
  return objects
}

/** The object that a frame shows. */
export const objectPart = (attributes: Record<string, string>): string =>
  (attributes['xlink:href'] ?? '').replace(/^\.\//, '')

/** The values of a chart are a table, beside its drawing. */
const dataOf = (body: Element): Chart => ({
  title: labelOf(childAt(body, 'chart', 'title')),
  rows: [...descendantsOf(childAt(body, 'chart', 'table') ?? EMPTY, 'table-row')].map((row) =>
    childrenOf(row, 'table-cell').map((cell) =>
      cell.attributes['value'] === 'NaN' ? '' : labelOf(childOf(cell, 'p')),
    ),
  ),
})
