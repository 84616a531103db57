/** One step into an answer: a field, a place in a list, or (neither) every place of it. */
interface Step {
  field?: string
  at?: number
}
export type ResponsePath = readonly Step[]

const PATH = /^(?:[^.[\]\s]{1,100}|\[(?:\d{1,6}|\*)\])(?:\.[^.[\]\s]{1,100}|\[(?:\d{1,6}|\*)\])*$/
const STEP = /\[(\d+|\*)\]|([^.[\]]+)/g
const MAX_STEPS = 20

/** `data.items[0].title`, `items[*].name`; undefined when it can't be read. Pure. */
export function parseResponsePath(text: string): ResponsePath | undefined {
  if (!PATH.test(text)) return undefined
  const steps = [...text.matchAll(STEP)].map(([, place, field]) =>
    field === undefined ? (place === '*' ? {} : { at: Number(place) }) : { field },
  )
  return steps.length > MAX_STEPS ? undefined : steps
}

/** What stands there, as text; undefined when nothing does. `[*]` gives one line for each. Pure. */
export function pickText(steps: ResponsePath, answer: unknown): string | undefined {
  const many = steps.some(({ field, at }) => field === undefined && at === undefined)
  const found = steps.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => take(step, value)),
    [answer],
  )
  if (found.length === 0) return undefined
  const [first] = found
  if (!many) return toLine(first)
  return found.map(toLine).join('\n')
}

function take({ field, at }: Step, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if (field !== undefined) return Object.hasOwn(value, field) ? [Reflect.get(value, field)] : []
  if (!Array.isArray(value)) return []
  if (at === undefined) return value
  return at < value.length ? [value[at]] : []
}

const toLine = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
