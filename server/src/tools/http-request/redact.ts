const REDACTED = '[redacted]'

/** Removes these secrets from a text, in all common encodings. Pure. */
export function redact(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text
  // Longest first: one may be part of another, and the rest of it would remain.
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length)
  return spellings.reduce((left, spelling) => left.replaceAll(spelling, REDACTED), toPlainEscapes(text))
}

const spellingsOf = (secret: string): string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('hex').toUpperCase(),
]

/**
 * Decodes JSON escapes such as `\u0073` and `\/`, which hide a secret from a search but not from
 * people. `\\` stays a pair.
 */
const toPlainEscapes = (text: string): string =>
  text.replace(/\\(?:u00([2-7][0-9a-f])|(.))/gi, (written: string, code?: string, other?: string) => {
    if (other !== undefined) return other === '/' ? '/' : written
    const character = String.fromCharCode(Number.parseInt(code ?? '', 16))
    return character === '"' || character === '\\' ? `\\${character}` : character
  })
