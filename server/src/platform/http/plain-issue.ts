import { findMessage, type Message, readMessage, say } from '@bellwether/wire'
import * as z from 'zod'

type RawIssue = z.core.$ZodRawIssue
type Issue = z.core.$ZodIssue

// For every schema that has no text of its own, wherever it is used.
z.config({ localeError: (issue) => describe(issue, 'input' in issue && issue.input === undefined).text })

/** The message of an issue whose text is from here; undefined if the schema has a text of its own. Pure. */
export function plainMessageOf(issue: Issue): Message | undefined {
  // An issue no longer has its input: the text tells whether the value was missing.
  const message = describe(issue, issue.message === say('fields.required').text)
  return message.text === issue.message ? message : undefined
}

/** The message of an issue, with its code if it has one, to be part of another message. Pure. */
export const issueMessage = (issue: Issue | undefined): string | Message =>
  issue
    ? (customMessageOf(issue) ?? plainMessageOf(issue) ?? findMessage(issue.message) ?? issue.message)
    : say('fields.not_valid')

/** An issue of a schema's own check that keeps its code. */
export const toIssue = (message: Message, path: PropertyKey[] = []) => ({
  code: 'custom' as const,
  path,
  message: message.text,
  params: { message },
})

function customMessageOf(issue: Issue): Message | undefined {
  const message = issue.code === 'custom' ? readMessage(issue.params?.['message']) : undefined
  return typeof message === 'object' ? message : undefined
}

/** What is wrong with a value that fits no form of a union: the issues of the form that it fits best. Pure. */
export function closestIssues(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  // A missing value, or a schema with a text of its own.
  if (issue.message !== say('fields.not_valid').text) return [issue]
  const forms = issue.errors.map((errors) => errors.flatMap(closestIssues))
  const fitting = forms.filter((errors) => !errors.some(isOtherType))
  const [only] = fitting.length > 0 ? sameChoice(issue, fitting) : typesOf(forms)
  const closest = only ?? fitting.sort((a, b) => distanceOf(a) - distanceOf(b))[0]
  if (!closest) return [issue]
  return closest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** The value is no object, list or text as this form has it. */
const isOtherType = ({ code, path }: Issue): boolean => code === 'invalid_type' && path.length === 0

/** The first form whose type has a name; an empty value is no form to suggest. */
const typesOf = (forms: readonly Issue[][]): Issue[][] =>
  forms.filter(([first]) => first && first.message !== say('fields.not_valid').text)

/** If each form is a choice of values: all of them. */
function sameChoice(union: Issue, forms: readonly Issue[][]): Issue[][] {
  const values = forms.flatMap(([first, second]) =>
    first?.code === 'invalid_value' && first.path.length === 0 && !second ? [first.values] : [],
  )
  if (values.length !== forms.length) return []
  const choice = { ...union, code: 'invalid_value' as const, path: [], values: values.flat() }
  return [[{ ...choice, message: describe(choice, false).text } as Issue]]
}

/** Another fixed value in a field, such as `type`, means that another form was meant. */
const distanceOf = (issues: readonly Issue[]): number =>
  issues.reduce(
    (sum, issue) => sum + (issue.code === 'invalid_value' && issue.values.length === 1 ? 100 : 1),
    0,
  )

function describe(issue: RawIssue | Issue, isMissingValue: boolean): Message {
  switch (issue.code) {
    case 'invalid_type':
      return isMissingValue ? say('fields.required') : wrongType(String(issue.expected))
    case 'invalid_value':
      return isMissingValue ? say('fields.required') : say('fields.choice', { names: quoted(issue.values) })
    case 'unrecognized_keys':
      return say('fields.unknown_field', { names: quoted(issue.keys) })
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum), issue.inclusive ?? true)
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum), issue.inclusive ?? true)
    case 'not_multiple_of':
      return say('fields.multiple_of', { step: issue.divisor })
    case 'invalid_format':
      return wrongFormat(issue.format)
    case 'invalid_union':
      return isMissingValue
        ? say('fields.required')
        : noVariant('options' in issue ? issue.options : undefined)
    default:
      return say('fields.not_valid')
  }
}

/** The type names are zod's. */
function wrongType(type: string): Message {
  if (type === 'string') return say('fields.text')
  if (type === 'number') return say('fields.number')
  if (type === 'int') return say('fields.whole_number')
  if (type === 'boolean') return say('fields.true_or_false')
  if (type === 'array') return say('fields.list')
  if (type === 'object' || type === 'record') return say('fields.object')
  return say('fields.not_valid')
}

const LISTS: ReadonlySet<string> = new Set(['array', 'set', 'map'])

function tooSmall(origin: string, limit: number, inclusive: boolean): Message {
  if (origin === 'string')
    return limit <= 1 ? say('fields.required') : say('fields.min_characters', { limit })
  if (LISTS.has(origin))
    return limit <= 1 ? say('fields.at_least_one_item') : say('fields.min_items', { limit })
  return inclusive ? say('fields.minimum', { limit }) : say('fields.above', { limit })
}

function tooBig(origin: string, limit: number, inclusive: boolean): Message {
  if (origin === 'string') return say('fields.max_characters', { limit })
  if (LISTS.has(origin)) return limit === 1 ? say('fields.only_one_item') : say('fields.max_items', { limit })
  return inclusive ? say('fields.maximum', { limit }) : say('fields.below', { limit })
}

/** The name of a variant that does not exist, or a value that fits none of several forms. */
const noVariant = (options: unknown): Message =>
  Array.isArray(options) && options.length > 0
    ? say('fields.choice', { names: quoted(options) })
    : say('fields.not_valid')

function wrongFormat(format: string): Message {
  if (format === 'email') return say('fields.email')
  if (format === 'url') return say('fields.url')
  if (format === 'date') return say('fields.day')
  if (format === 'datetime') return say('fields.time')
  return say('fields.format')
}

const quoted = (values: readonly unknown[]): string => values.map((value) => `“${String(value)}”`).join(', ')
