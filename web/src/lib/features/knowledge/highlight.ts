export interface Piece {
  text: string
  isMarked: boolean
}

/** Shorter words say nothing about a text. */
const MIN_LENGTH = 3

/** Words with the same start count as one: “leaf” and “leaves”, “revolució” and “revolucions”. */
const stemOf = (word: string): string => (word.length > 5 ? word.slice(0, word.length - 2) : word)

/** Without accents, character by character, so that positions stay the same. */
const plain = (text: string): string =>
  [...text.toLowerCase()].map((sign) => sign.normalize('NFD')[0] ?? sign).join('')

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

/** The text in parts; those that match words of the question are marked. */
export function highlight(text: string, question: string): Piece[] {
  const stems = new Set(
    wordsOf(plain(question))
      .filter((word) => word.length >= MIN_LENGTH)
      .map(stemOf),
  )
  const pieces: Piece[] = []
  const push = (part: string, isMarked: boolean) => {
    const last = pieces.at(-1)
    if (last?.isMarked === isMarked) last.text += part
    else if (part !== '') pieces.push({ text: part, isMarked })
  }
  let end = 0
  for (const match of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    push(text.slice(end, match.index), false)
    const word = plain(match[0])
    push(match[0], word.length >= MIN_LENGTH && [...stems].some((stem) => word.startsWith(stem)))
    end = match.index + match[0].length
  }
  push(text.slice(end), false)
  return pieces
}
