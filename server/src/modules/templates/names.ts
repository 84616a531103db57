import { TEMPLATE_LIMITS } from '@bellwether/wire'

/** The name itself, or with the first free number: `Essay (2)`. Never longer than the maximum. Pure. */
export function toFreeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  for (let number = 2; ; number++) {
    const name = withEnding(wanted, ` (${number})`)
    if (!taken.has(name)) return name
  }
}

/** The default name of a copy. */
export const toCopyName = (name: string): string => withEnding(name, ' (Copy)')

const withEnding = (name: string, ending: string): string =>
  name.slice(0, TEMPLATE_LIMITS.name - ending.length).trimEnd() + ending
