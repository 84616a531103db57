/**
 * JSON as Python reads and writes it. Python keeps apart what JavaScript does not: the JSON number `25.0` is printed as
 * `25.0`, and `25` as `25`.
 */
export type PythonValue = string | boolean | null | PythonValue[] | { [key: string]: PythonValue }
/** Keys in the order in which they are set, numbers too. */
export type PythonDict = Map<string, PythonValue | PythonDict | PythonDict[]>

/** Marks texts that are numbers. It is no character, so texts do not begin with it. */
const NUMBER = '\uFFFF'
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

export function readPython(json: string): { [key: string]: PythonValue } {
  const marked = json.replace(TOKENS, (token) => (token.startsWith('"') ? token : `"${NUMBER}${token}"`))
  return toDict(JSON.parse(marked))
}

export const toDict = (value: PythonValue | undefined): { [key: string]: PythonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}

export const toDicts = (value: PythonValue | undefined): { [key: string]: PythonValue }[] =>
  Array.isArray(value) ? value.map(toDict) : []

export const toNumber = (value: PythonValue | undefined): number =>
  typeof value === 'string' && value.startsWith(NUMBER) ? Number(value.slice(1)) : 0

export const asInt = (value: number): string => `${NUMBER}${value}`
export const asFloat = (value: number): string => `${NUMBER}${repr(value)}`

/** As in an f-string. */
export function str(value: PythonValue): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'string') return dumps(value)
  return value.startsWith(NUMBER) ? printNumber(value.slice(1)) : value
}

/** `json.dumps(value, indent=2, ensure_ascii=False)` */
export function dumps(value: PythonValue | PythonDict | PythonDict[], indent = ''): string {
  if (typeof value === 'string' && value.startsWith(NUMBER)) return printNumber(value.slice(1))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const entries = value instanceof Map ? [...value] : Object.entries(value)
  const lines = isList
    ? value.map((item) => `${inner}${dumps(item, inner)}`)
    : entries.map(([key, item]) => `${inner}${JSON.stringify(key)}: ${dumps(item, inner)}`)
  const [open, close] = isList ? '[]' : '{}'
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(',\n')}\n${indent}${close}`
}

const printNumber = (literal: string): string => (/[.eE]/.test(literal) ? repr(Number(literal)) : literal)

/** A float. */
function repr(value: number): string {
  const size = Math.abs(value)
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e')
    return `${digits}e${exponent.slice(0, 1)}${exponent.slice(1).padStart(2, '0')}`
  }
  return Number.isInteger(value) ? `${value}.0` : String(value)
}

/** `{value:.2f}`: Python rounds half to even, JavaScript up. Only eighths are halves of a hundredth exactly. */
export function fixed2(value: number): string {
  const hundredths = value * 100
  const isHalf = Number.isInteger(value * 8) && hundredths % 1 === 0.5
  return (isHalf ? (2 * Math.round(hundredths / 2)) / 100 : value).toFixed(2)
}
