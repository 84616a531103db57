/** Pure. How a picture is written down in the text. What a model said of it is told apart from what the author wrote. */
export function toWords(words: string, description?: string): string {
  const own = inBrackets(words)
  const seen = inBrackets(description ?? '').slice(0, MAX_DESCRIPTION)
  if (own === '' && seen === '') return ''
  if (seen === '') return `[Picture: ${own}]`
  return own === ''
    ? `[Picture, described by AI: ${seen}]`
    : `[Picture: ${own.replace(/[.\s]+$/, '')}. Described by AI: ${seen}]`
}

const MAX_DESCRIPTION = 2000

/** In one line, and without signs that would end it early. */
const inBrackets = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .trim()

/** Pure. What an author says of a picture: the first of these that is not just the name of a file. */
export function authorWords(...given: (string | null | undefined)[]): { words: string; name: string } {
  const texts = given.map((text) => text?.replace(/\s+/g, ' ').trim() ?? '').filter((text) => text !== '')
  return {
    words: texts.find((text) => !isFileName(text)) ?? '',
    name: texts.find((text) => isFileName(text) && !MADE_UP.test(text)) ?? '',
  }
}

const isFileName = (text: string): boolean => /\.\w{3,4}$/.test(text)

/** Names that programs give, which say nothing. */
const MADE_UP =
  /^(?:image|img|picture|pic|imagen|imatge|irudia|bild|grafik|screenshot|dsc|photo)?[-_ ]?[\d()-]*\.\w+$/i
