import type { Mark } from './split-settings.ts'

export interface Section {
  start: number
  end: number
  heading: string
}

/** Shorter sections join the next one: a chunk with only a title is useless. */
const MIN_LENGTH = 120
const MAX_HEADING = 200

/** The parts between headings, each with its path of headings. */
export function toSections(text: string, marks: readonly Mark[]): Section[] {
  const sections: Section[] = []
  const path: { level: number; title: string }[] = []
  let start = 0
  let heading = ''
  const close = (end: number): void => {
    const section = { start, end, heading }
    const last = sections.at(-1)
    if (last && last.end - last.start < MIN_LENGTH && isUnder(heading, last.heading)) {
      // The short section was the opening of this one.
      sections[sections.length - 1] = { start: last.start, end, heading }
    } else if (text.slice(start, end).trim() !== '') sections.push(section)
  }
  for (const mark of marks) {
    if (mark.heading === undefined) continue
    close(mark.start)
    while ((path.at(-1)?.level ?? 0) >= mark.heading) path.pop()
    path.push({ level: mark.heading, title: lineAt(text, mark.start) })
    start = mark.start
    heading = path.map((entry) => entry.title).join(' › ')
  }
  close(text.length)
  return sections
}

const isUnder = (heading: string, outer: string): boolean =>
  outer === '' || heading === outer || heading.startsWith(`${outer} › `)

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  const line = text.slice(start, end === -1 ? undefined : end)
  return line
    .replace(/^[#\s]+/, '')
    .slice(0, MAX_HEADING)
    .replace(/[#\s]+$/, '')
}

/** The path of headings above a character. Call it in ascending order. Pure. */
export function createHeadings(text: string, marks: readonly Mark[]): (at: number) => string {
  const headings = marks.filter(({ heading }) => heading !== undefined)
  const path: { level: number; title: string }[] = []
  let next = 0
  return (at) => {
    for (let mark = headings[next]; mark && mark.start <= at; mark = headings[++next]) {
      const level = mark.heading ?? 1
      while ((path.at(-1)?.level ?? 0) >= level) path.pop()
      path.push({ level, title: lineAt(text, mark.start) })
    }
    return path.map(({ title }) => title).join(' › ')
  }
}
