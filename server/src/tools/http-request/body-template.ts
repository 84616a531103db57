import { isMessage, type Message, say } from '@bellwether/wire'
import {
  fillText,
  onlyPlaceholderOf,
  placeholdersOf,
  toText,
  type Values,
  withoutPlaceholders,
} from './placeholders.ts'
import { fillPairs } from './url-template.ts'

/** The format of a body decides how values are inserted, so that no value can become part of its syntax. */
export type BodyTemplate =
  | { kind: 'json'; value: unknown }
  | { kind: 'form'; pairs: string[] }
  | { kind: 'text'; text: string }

const MAX_DEPTH = 16
const MAX_LENGTH = 20_000
const OMITTED = Symbol('omitted')

/** Returns the template, or an error message. `contentType` is from the headers. Pure. */
export function parseBodyTemplate(raw: unknown, contentType: string | undefined): BodyTemplate | Message {
  if (isDeeperThan(raw, MAX_DEPTH)) return say('tools.body_too_deep')
  if (JSON.stringify(raw).length > MAX_LENGTH) return say('tools.body_too_long')
  const template = toTemplate(raw, contentType?.split(';', 1)[0]?.trim().toLowerCase())
  if (isMessage(template)) return template
  if (JSON.stringify(template).includes('{secret:')) return say('tools.body_secret')
  return template
}

function toTemplate(template: unknown, type: string | undefined): BodyTemplate | Message {
  if (type === 'application/x-www-form-urlencoded') {
    if (typeof template !== 'string') return say('tools.body_form_text')
    const pairs = template.split('&')
    return pairs.some((pair) => placeholdersOf(pair.split('=', 1)[0] ?? '').length > 0)
      ? say('tools.body_form_names')
      : { kind: 'form', pairs }
  }
  if (type === 'text/plain')
    return typeof template === 'string' ? { kind: 'text', text: template } : say('tools.body_text')
  if (type === undefined || type === 'application/json' || type.endsWith('+json'))
    return toJsonTemplate(template, type !== undefined)
  return say('tools.body_type')
}

function toJsonTemplate(template: unknown, mustBeJson: boolean): BodyTemplate | Message {
  if (typeof template !== 'string') return requireGoodKeys(template)
  const looksLikeJson = mustBeJson || /^\s*[[{]/.test(withoutPlaceholders(template))
  if (!looksLikeJson) return { kind: 'text', text: template }
  try {
    return requireGoodKeys(JSON.parse(template))
  } catch {
    return say('tools.body_not_json')
  }
}

const requireGoodKeys = (value: unknown): BodyTemplate | Message =>
  keysOf(value).some((key) => placeholdersOf(key).length > 0)
    ? say('tools.body_names')
    : { kind: 'json', value }

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysOf)]
    : []

const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1)))

export function bodyParametersOf(template: BodyTemplate): string[] {
  switch (template.kind) {
    case 'json':
      return textsOf(template.value).flatMap(placeholdersOf)
    case 'form':
      return template.pairs.flatMap(placeholdersOf)
    case 'text':
      return placeholdersOf(template.text)
  }
}

const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** Returns the body, and its Content-Type if the headers have none. Pure. */
export function fillBody(template: BodyTemplate, values: Values): { body: string; contentType: string } {
  switch (template.kind) {
    case 'json': {
      const value = fillJson(template.value, values)
      return { body: JSON.stringify(value === OMITTED ? null : value), contentType: 'application/json' }
    }
    case 'form':
      return {
        body: fillPairs(template.pairs, values),
        contentType: 'application/x-www-form-urlencoded',
      }
    case 'text':
      return { body: fillText(template.text, values, toText), contentType: 'text/plain; charset=utf-8' }
  }
}

/** A string that is only a placeholder becomes the value itself, with its type. Fields of absent values are removed. */
function fillJson(template: unknown, values: Values): unknown {
  if (typeof template === 'string') {
    const name = onlyPlaceholderOf(template)
    return name === undefined ? fillText(template, values, toText) : (values.get(name) ?? OMITTED)
  }
  if (Array.isArray(template))
    return template.map((item) => fillJson(item, values)).filter((item) => item !== OMITTED)
  if (typeof template !== 'object' || template === null) return template
  return Object.fromEntries(
    Object.entries(template)
      .map(([key, item]) => [key, fillJson(item, values)] as const)
      .filter(([, item]) => item !== OMITTED),
  )
}
