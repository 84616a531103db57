import type { Section } from './sections.ts'
import type { Grouping, Mark } from './split-settings.ts'

/**
 * Groups by page or heading. Text before the first one is a separate group. Headings are those of each passage. Pure.
 */
export function toGroups(text: string, marks: readonly Mark[], grouping: Grouping): Section[] {
  const bounds = [0, ...startsOf(marks, grouping), text.length]
  return bounds.flatMap((start, at) => {
    const end = bounds[at + 1] ?? start
    return text.slice(start, end).trim() === '' ? [] : [{ start, end, heading: '' }]
  })
}

function startsOf(marks: readonly Mark[], grouping: Grouping): number[] {
  if (grouping.by === 'size') return []
  const starts =
    grouping.by === 'page'
      ? marks.filter((mark, at) => isNewPlace(mark, marks[at - 1]))
      : marks.filter(({ heading }) => heading !== undefined && heading <= grouping.level)
  return starts.filter((_, at) => at % grouping.count === 0).map(({ start }) => start)
}

/** Whether another page, slide or sheet begins with this mark. */
export const isNewPlace = (mark: Mark, before: Mark | undefined): boolean =>
  mark.page !== before?.page ||
  mark.slide !== before?.slide ||
  mark.sheet !== before?.sheet ||
  mark.url !== before?.url
