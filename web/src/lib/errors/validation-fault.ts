/** A generic validation error. The server sends zod's English text for these. */
export type ValidationFault =
  | { kind: 'required' | 'wrongType' | 'email' | 'url' | 'format' | 'invalid' }
  | { kind: 'choice' | 'unknownField'; names: string }
  | { kind: 'minLength' | 'maxLength' | 'minItems' | 'maxItems'; limit: number }
  | { kind: 'min' | 'max' | 'above' | 'below' | 'multipleOf'; limit: number }

const RANGE = /^Too (?:small|big): expected (\w+) to (?:have|be) (>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)/
const ITEMS: ReadonlySet<string> = new Set(['array', 'set', 'map'])

/** By the issue code and zod's text; undefined for texts that an endpoint wrote itself. Pure. */
export function readValidationFault(type: string, text: string): ValidationFault | undefined {
  if (type === 'too_small' || type === 'too_big') return readRange(text)
  if (!/^(Invalid|Unrecognized) /.test(text)) return
  if (type === 'invalid_type')
    return { kind: /received (undefined|null)$/.test(text) ? 'required' : 'wrongType' }
  if (type === 'invalid_value') return { kind: 'choice', names: quotedIn(text) }
  if (type === 'unrecognized_keys') return { kind: 'unknownField', names: quotedIn(text) }
  if (type === 'not_multiple_of') return { kind: 'multipleOf', limit: Number(/[\d.]+$/.exec(text)?.[0]) }
  if (type === 'invalid_format') return { kind: formatIn(text) }
  return { kind: 'invalid' }
}

function readRange(text: string): ValidationFault | undefined {
  const [, origin = '', sign, number] = RANGE.exec(text) ?? []
  if (number === undefined) return
  const limit = Number(number)
  const isLower = sign === '>=' || sign === '>'
  if (origin === 'string') {
    if (isLower && limit <= 1) return { kind: 'required' }
    return { kind: isLower ? 'minLength' : 'maxLength', limit }
  }
  if (ITEMS.has(origin)) return { kind: isLower ? 'minItems' : 'maxItems', limit }
  if (sign === '>' || sign === '<') return { kind: isLower ? 'above' : 'below', limit }
  return { kind: isLower ? 'min' : 'max', limit }
}

const quotedIn = (text: string): string =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, name]) => `“${name}”`).join(', ')

function formatIn(text: string): 'email' | 'url' | 'format' {
  if (text === 'Invalid email address') return 'email'
  return text === 'Invalid URL' ? 'url' : 'format'
}
