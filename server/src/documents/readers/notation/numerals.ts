const ROMAN: [number, string][] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

/** The number of a list item; the names of formats are Word's. */
export function toNumeral(count: number, format: string): string {
  if (format === 'lowerLetter' || format === 'upperLetter') {
    // As in Word, the letter is repeated after z: aa, bb, cc.
    const letter = String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.min(Math.ceil(count / 26), 10))
    return format === 'upperLetter' ? letter.toUpperCase() : letter
  }
  if (format === 'lowerRoman' || format === 'upperRoman') {
    const roman = toRoman(Math.min(count, 5000))
    return format === 'upperRoman' ? roman.toUpperCase() : roman
  }
  return String(count)
}

function toRoman(count: number): string {
  let rest = count
  let roman = ''
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      roman += letters
      rest -= value
    }
  }
  return roman
}
