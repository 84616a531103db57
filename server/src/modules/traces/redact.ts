/** Removes secrets from what a trace stores. */
export interface Redactor {
  text(text: string): string
  /**
   * Returns a copy: removes fields with a secret's name, replaces secrets in texts, and truncates long or deep
   * values.
   */
  value(value: unknown, maxLength: number): unknown
  /** The same as JSON, cached for values that don't change: the settings of an assistant's tools. */
  settings(value: object, maxLength: number): string
}

export const REDACTED = '[redacted]'
/** Shorter secrets would remove ordinary words from every text. */
const MIN_SECRET_LENGTH = 6
const MAX_DEPTH = 12
const MAX_ITEMS = 200

/** Field names of secrets, in lower case with underscores. Does not match `max_tokens`. */
const SECRET_NAME =
  /api_?key|secret|passw(or)?d|passphrase|authorization|cookie|credential|bearer|token$|(^|_)(auth|pwd|jwt)$|(private|access|signing|encryption|signup|shared|master|subscription|functions|account)_?key/
const SECRET_GROUP = 'external_service_keys'

export const isSecretName = (name: string): boolean =>
  SECRET_NAME.test(
    name
      .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toLowerCase(),
  )

/**
 * Matches text that looks like a credential, for example one that a student pasted. Repetitions are bounded and keys
 * start at a word boundary, so that no text makes this slow.
 */
const CREDENTIAL =
  /\bBearer\s{1,3}[\w.~+/=-]{8,2000}|(?<![\w-])(?:sk-[\w-]{16,200}|bw_[\w-]{16,200}|eyJ[\w-]{8,1000}\.[\w-]{8,2000}\.[\w-]{0,1000})|(?:api[_-]?key|access[_-]?token|client[_-]?secret|wstoken|password)[\\"']{0,2}\s{0,3}[:=]\s{0,3}[\\"']{0,2}[^\s"'\\&,;}]{6,200}/gi

/** The secrets in settings, at any depth: values of fields with a secret's name, and passwords in addresses. */
export function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') {
    if (isSecret) return [value]
    const password = /\/\/[^/\s:@]*:([^@/\s]+)@/.exec(value)?.[1]
    return password === undefined ? [] : [password]
  }
  if (Array.isArray(value)) return value.flatMap((item) => secretsIn(item, isSecret))
  if (typeof value !== 'object' || value === null) return []
  const isNamed = namesSecret(value)
  return Object.entries(value).flatMap(([name, item]) =>
    secretsIn(item, isSecret || name === SECRET_GROUP || isSecretName(name) || (isNamed && name === 'value')),
  )
}

/** Header lists have the form `{name: 'Authorization', value: '…'}`. */
const namesSecret = (value: object): boolean => {
  const name: unknown = Reflect.get(value, 'name')
  return typeof name === 'string' && isSecretName(name)
}

/** Redacts by name and by value; `secrets` are the values. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const pattern = toPattern(secrets)
  const text = (value: string): string => {
    const without = pattern ? value.replace(pattern, REDACTED) : value
    return without.replace(CREDENTIAL, REDACTED)
  }

  function copy(value: unknown, longest: number, depth: number): unknown {
    if (typeof value === 'string') return cutText(text(value), longest)
    if (typeof value === 'bigint') return String(value)
    // Values that JSON can't represent, such as functions, are left out.
    if (typeof value !== 'object')
      return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
    if (value === null) return null
    if (depth >= MAX_DEPTH) return '[…]'
    if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => copy(item, longest, depth + 1))
    const isNamed = namesSecret(value)
    return Object.fromEntries(
      Object.entries(value)
        .slice(0, MAX_ITEMS)
        .filter(([name]) => !isSecretName(name) && !(isNamed && name === 'value'))
        .map(([name, item]) => [cutText(text(name), 100), copy(item, longest, depth + 1)]),
    )
  }
  const settings = new WeakMap<object, string>()
  return {
    text,
    value: (value, maxLength) => copy(value, maxLength, 0),
    settings(value, maxLength) {
      let json = settings.get(value)
      if (json === undefined) {
        json = JSON.stringify(copy(value, maxLength, 0)) ?? '{}'
        settings.set(value, json)
      }
      return json
    },
  }
}

/** One pattern for all, longest first: a secret may be the start of another. */
function toPattern(secrets: readonly string[]): RegExp | undefined {
  const forms = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(Buffer.from(secret).toString('utf8')),
      JSON.stringify(secret).slice(1, -1),
    ])
  const all = [...new Set(forms)].sort((a, b) => b.length - a.length)
  if (all.length === 0) return undefined
  return new RegExp(all.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g')
}

/** The start of a text. Never splits a surrogate pair, which databases can't store and providers can't read. */
export function cutText(text: string, longest: number, note = '…'): string {
  if (text.length <= longest) return text
  const last = text.charCodeAt(longest - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest) + note
}
