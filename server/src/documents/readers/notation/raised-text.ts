/** A raised number is an exponent after a number, a single letter or a bracket: 10⁶ is not 106. Pure. */
export const raisedText = (before: string, text: string): string =>
  /^[-+−–]?\d{1,4}$/.test(text.trim()) && /(?:\d|(?<!\p{L})\p{L}|\))$/u.test(before.slice(-4))
    ? `^${text.trim().replace('–', '−')}${/\s$/.test(text) ? ' ' : ''}`
    : text
