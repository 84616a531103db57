import { type Message, say } from '@bellwether/wire'
import { ToolFailure } from '../tool-failure.ts'
import { fillText, placeholdersOf, toText, type Values, withoutPlaceholders } from './placeholders.ts'

/** A URL split into the parts that may contain parameters. */
export interface UrlTemplate {
  origin: string
  segments: string[]
  pairs: string[]
}

const MAX_URL = 8000
/** Scheme, host and port, path, query. Fragments are not supported. */
const PARTS = /^(https?:\/\/)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/i
const DOTS = /^(?:\.|%2e){1,2}$/i

/** Returns the template, or an error message. Pure. */
export function parseUrlTemplate(text: string): UrlTemplate | Message {
  // URL treats \ as / and drops tabs and line breaks, so the checked address would differ from the called
  // one.
  if (/[\s\\\p{Cc}]/u.test(text)) return say('tools.url_characters')
  if (text.includes('{secret:')) return say('tools.url_secret')
  const [, scheme = '', authority = '', path = '', query] = PARTS.exec(text) ?? []
  if (scheme === '') return say('tools.url_invalid')
  if (/[{}]/.test(authority)) return say('tools.url_host_parameter')
  if (!URL.canParse(scheme + authority)) return say('tools.url_host')
  const { origin, username, password } = new URL(scheme + authority)
  if (username || password || authority.includes('@')) return say('tools.url_credentials')
  const segments = path.split('/').slice(1)
  if (segments.some((segment) => DOTS.test(segment))) return say('tools.url_dots')
  const pairs = query === undefined || query === '' ? [] : query.split('&')
  if (pairs.some((pair) => /[{}]/.test(nameOf(pair)))) return say('tools.url_query_names')
  if (/[{}]/.test(withoutPlaceholders(path + (query ?? '')))) return say('tools.url_braces')
  return { origin, segments, pairs }
}

/** The name in `name=value`; the whole text if there is no value. */
const nameOf = (pair: string): string => pair.split('=', 1)[0] ?? ''

/** The parameters that the path requires. */
export const pathParametersOf = ({ segments }: UrlTemplate): string[] => segments.flatMap(placeholdersOf)
export const urlParametersOf = (url: UrlTemplate): string[] => [
  ...pathParametersOf(url),
  ...url.pairs.flatMap(placeholdersOf),
]

/** Throws if a value would leave its position in the template. */
export function fillUrl(template: UrlTemplate, values: Values): string {
  const path = template.segments.map((segment) => fillSegment(segment, values))
  const query = fillPairs(template.pairs, values)
  const address = `${template.origin}/${path.join('/')}${query ? `?${query}` : ''}`
  const url = new URL(address)
  if (url.origin !== template.origin || url.pathname.split('/').length !== Math.max(path.length, 1) + 1)
    throw new HttpToolFailure(say('reasons.arguments_change_url'))
  if (url.href.length > MAX_URL) throw new HttpToolFailure(say('reasons.arguments_make_url_too_long'))
  return url.href
}

/** Fills `name=value` pairs and encodes each value. Pairs with an absent parameter are dropped. */
export const fillPairs = (pairs: readonly string[], values: Values): string =>
  pairs
    .filter((pair) => placeholdersOf(pair).every((name) => values.has(name)))
    .map((pair) => fillText(pair, values, (value) => encodeURIComponent(toText(value))))
    .join('&')

function fillSegment(segment: string, values: Values): string {
  const names = placeholdersOf(segment)
  if (names.length === 0) return segment
  for (const name of names) requireStaysInPlace(name, toText(values.get(name) ?? ''))
  const text = fillText(segment, values, (value) => encodeURIComponent(toText(value)))
  if (text === '') throw new HttpToolFailure(say('reasons.argument_empty', { name: names[0] ?? '' }))
  if (DOTS.test(text)) throw new HttpToolFailure(say('reasons.argument_dots', { name: names[0] ?? '' }))
  return text
}

/** Encoding is not enough: many servers decode %2F before they parse the path, some of them twice. */
function requireStaysInPlace(name: string, text: string): void {
  for (const spelling of [text, decoded(text), decoded(decoded(text))]) {
    if (/\p{Cc}/u.test(spelling) || spelling.split(/[/\\]/).some((part) => /^\.{1,2}$/.test(part)))
      throw new HttpToolFailure(say('reasons.argument_path', { name }))
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** An expected failure. Its message is safe to show: it contains no secret and no text of the other server. */
export class HttpToolFailure extends ToolFailure {}
