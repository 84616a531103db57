import { TEMPLATE_LIMITS } from '@bellwether/wire'

/** The name itself, or with the first free number: `Essay (2)`. Never longer than the maximum. Pure. */
export function toFreeName(requested: string, taken: ReadonlySet<string>): string {
  if (!taken.has(requested)) return requested
  for (let number = 2; ; number++) {
    const name = withEnding(requested, ` (${number})`)
    if (!taken.has(name)) return name
  }
}

/** The default name of a copy. */
export const toCopyName = (name: string): string => withEnding(name, ' (Copy)')

const withEnding = (name: string, ending: string): string =>
  name.slice(0, TEMPLATE_LIMITS.name - ending.length).trimEnd() + ending
