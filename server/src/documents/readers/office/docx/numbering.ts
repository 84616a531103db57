import { toNumeral } from '../../notation/numerals.ts'
import { childOf, childrenOf, type Element, elementsOf, type XmlSource } from '../xml.ts'

interface Level {
  format: string
  /** "%1.%2" stands for the numbers of the first two levels. */
  pattern: string
  start: number
}

interface List {
  levels: Map<number, Level>
  counts: number[]
}

/** Numbers list items as Word does, so that "see 2.1" finds its paragraph. */
export class Numbering {
  readonly #lists: Map<string, List>

  private constructor(lists: Map<string, List>) {
    this.#lists = lists
  }

  static async read(source: XmlSource, part: string): Promise<Numbering> {
    const elements = await elementsOf(source, part, 'abstractNum', 'num')
    const abstract = new Map<string, List>()
    for (const element of elements.filter(({ name }) => name === 'abstractNum')) {
      abstract.set(element.attributes['abstractNumId'] ?? '', { levels: levelsOf(element), counts: [] })
    }
    const lists = new Map<string, List>()
    for (const element of elements.filter(({ name }) => name === 'num')) {
      const list = abstract.get(childOf(element, 'abstractNumId')?.attributes['val'] ?? '')
      if (list) lists.set(element.attributes['numId'] ?? '', overridden(element, list))
    }
    return new Numbering(lists)
  }

  /** "-" for a bullet, "3." or "2.1" for a number; undefined when the paragraph is not numbered after all. */
  next(id: string, level: number): string | undefined {
    const list = this.#lists.get(id)
    const format = list?.levels.get(level)
    if (!list || !format) return id === '0' ? undefined : '-'
    list.counts.length = level + 1
    list.counts[level] = (list.counts[level] ?? format.start - 1) + 1
    if (format.format === 'bullet') return '-'
    if (format.format === 'none') return undefined
    const label = format.pattern.replace(/%(\d)/g, (_, digit: string) => {
      const at = Number(digit) - 1
      const level = list.levels.get(at)
      return toNumeral(list.counts[at] ?? level?.start ?? 1, level?.format ?? 'decimal')
    })
    return label.trim() === '' ? undefined : label.trim()
  }
}

/** A list that restarts has its own counters; the others share theirs. */
function overridden(element: Element, list: List): List {
  const restarts = childrenOf(element, 'lvlOverride').filter((override) => childOf(override, 'startOverride'))
  if (restarts.length === 0) return list
  const levels = new Map(list.levels)
  for (const override of restarts) {
    const at = Number(override.attributes['ilvl'] ?? 0)
    const level = levels.get(at)
    const start = Number(childOf(override, 'startOverride')?.attributes['val'] ?? 1)
    if (level) levels.set(at, { ...level, start })
  }
  return { levels, counts: [] }
}

function levelsOf(element: Element): Map<number, Level> {
  return new Map(
    childrenOf(element, 'lvl').map((level) => [
      Number(level.attributes['ilvl'] ?? 0),
      {
        format: childOf(level, 'numFmt')?.attributes['val'] ?? 'decimal',
        pattern: childOf(level, 'lvlText')?.attributes['val'] ?? '',
        start: Number(childOf(level, 'start')?.attributes['val'] ?? 1),
      },
    ]),
  )
}
