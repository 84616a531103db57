/** One step into a response: a field, an index of a list, or (neither) all of its items. */
interface Step {
  field?: string
  at?: number
}
export type ResponsePath = readonly Step[]

const PATH = /^(?:[^.[\]\s]{1,100}|\[(?:\d{1,6}|\*)\])(?:\.[^.[\]\s]{1,100}|\[(?:\d{1,6}|\*)\])*$/
const STEP = /\[(\d+|\*)\]|([^.[\]]+)/g
const MAX_STEPS = 20

/** Parses `data.items[0].title` or `items[*].name`; undefined if it is invalid. Pure. */
export function parseResponsePath(text: string): ResponsePath | undefined {
  if (!PATH.test(text)) return undefined
  const steps = [...text.matchAll(STEP)].map(([, place, field]) =>
    field === undefined ? (place === '*' ? {} : { at: Number(place) }) : { field },
  )
  return steps.length > MAX_STEPS ? undefined : steps
}

/** Returns the value at a path as text; undefined if there is none. `[*]` gives one line per item. Pure. */
export function pickText(steps: ResponsePath, answer: unknown): string | undefined {
  const hasWildcard = steps.some(({ field, at }) => field === undefined && at === undefined)
  const matches = steps.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => take(step, value)),
    [answer],
  )
  if (matches.length === 0) return undefined
  const [first] = matches
  if (!hasWildcard) return toLine(first)
  return matches.map(toLine).join('\n')
}

function take({ field, at }: Step, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (field !== undefined) return Object.hasOwn(value, field) ? [Reflect.get(value, field)] : []
  if (!Array.isArray(value)) return []
  if (at === undefined) return value
  return at < value.length ? [value[at]] : []
}

const toLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
