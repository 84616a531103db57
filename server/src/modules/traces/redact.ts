/** Removes secrets from what a trace stores. */
export interface Redactor {
  text(text: string): string
  /** A copy: fields with the name of a secret are gone, secrets in texts are replaced, and what is very long or very deep is cut. */
  value(value: unknown, longestText: number): unknown
  /** JSON of the same, for what is asked again and again: the settings of an assistant's tools, which don't change. */
  settings(value: object, longestText: number): string
}

export const REDACTED = '[redacted]'
/** Shorter ones would take ordinary words out of every text. */
const SHORTEST_SECRET = 6
const DEEPEST = 12
const MAX_ITEMS = 200

/** Names under which a secret stands, in lower case with underscores. Not `max_tokens`. */
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
 * What looks like a credential, for example one that a student pasted. Every repetition has a limit, and a key starts at
 * the start of a word: no text makes this slow.
 */
const CREDENTIAL =
  /\bBearer\s{1,3}[\w.~+/=-]{8,2000}|(?<![\w-])(?:sk-[\w-]{16,200}|bw_[\w-]{16,200}|eyJ[\w-]{8,1000}\.[\w-]{8,2000}\.[\w-]{0,1000})|(?:api[_-]?key|access[_-]?token|client[_-]?secret|wstoken|password)[\\"']{0,2}\s{0,3}[:=]\s{0,3}[\\"']{0,2}[^\s"'\\&,;}]{6,200}/gi

/** The secrets that stand in settings, at any depth: what is under a secret's name, and passwords in addresses. */
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

/** Lists of headers are written as `{name: 'Authorization', value: '…'}`. */
const namesSecret = (value: object): boolean => {
  const name: unknown = Reflect.get(value, 'name')
  return typeof name === 'string' && isSecretName(name)
}

/** By name and by value: `secrets` are the texts themselves. */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = toPattern(secrets)
  const text = (given: string): string => {
    const without = known ? given.replace(known, REDACTED) : given
    return without.replace(CREDENTIAL, REDACTED)
  }

  function copy(value: unknown, longest: number, depth: number): unknown {
    if (typeof value === 'string') return cutText(text(value), longest)
    if (typeof value === 'bigint') return String(value)
    // What can't stand in JSON, such as a function, is left out.
    if (typeof value !== 'object')
      return typeof value === 'number' || typeof value === 'boolean' ? value : undefined
    if (value === null) return null
    if (depth >= DEEPEST) return '[…]'
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
    value: (value, longestText) => copy(value, longestText, 0),
    settings(value, longestText) {
      let json = settings.get(value)
      if (json === undefined) {
        json = JSON.stringify(copy(value, longestText, 0)) ?? '{}'
        settings.set(value, json)
      }
      return json
    },
  }
}

/** One pattern for all, the longest first: a secret may be the start of another. */
function toPattern(secrets: readonly string[]): RegExp | undefined {
  const forms = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .flatMap((secret) => [
      secret,
      encodeURIComponent(Buffer.from(secret).toString('utf8')),
      JSON.stringify(secret).slice(1, -1),
    ])
  const all = [...new Set(forms)].sort((a, b) => b.length - a.length)
  if (all.length === 0) return undefined
  return new RegExp(all.map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'), 'g')
}

/** The start of a text. Never half a character: a cut pair of surrogates can't be kept by a database or read by a provider. */
export function cutText(text: string, longest: number, note = '…'): string {
  if (text.length <= longest) return text
  const last = text.charCodeAt(longest - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? longest - 1 : longest) + note
}
