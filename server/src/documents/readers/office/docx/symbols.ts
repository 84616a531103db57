/** The letters and common signs that Word's “Symbol” font shows for ASCII characters. */
const UPPER = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'
const LOWER = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
const SIGNS: Readonly<Record<number, string>> = {
  163: '≤',
  165: '∞',
  171: '↔',
  172: '←',
  174: '→',
  176: '°',
  177: '±',
  179: '≥',
  180: '×',
  182: '∂',
  184: '÷',
  185: '≠',
  186: '≡',
  187: '≈',
  199: '∩',
  200: '∪',
  206: '∈',
  209: '∇',
  214: '√',
  215: '·',
  219: '⇔',
  222: '⇒',
  229: '∑',
  242: '∫',
}

/** A symbol from a font. Icon fonts (arrows, ticks) have no text equivalent. Pure. */
export function symbolText(font: string | undefined, code: string | undefined): string {
  const value = Number.parseInt(code ?? '', 16)
  if (!(value >= 0x20)) return ''
  // Word uses the private use area of Unicode for such symbols.
  if (value < 0xe000 || value > 0xf8ff) return value <= 0x10ffff ? String.fromCodePoint(value) : ''
  if (font?.toLowerCase() !== 'symbol') return ''
  const letter = value & 0xff
  if (letter >= 65 && letter <= 90) return UPPER[letter - 65] ?? ''
  if (letter >= 97 && letter <= 122) return LOWER[letter - 97] ?? ''
  return SIGNS[letter] ?? (letter < 0x7f ? String.fromCharCode(letter) : '')
}
