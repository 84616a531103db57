/** In one answer, so that the browser can lay it out at once. What follows is shown as plain text. */
export const MAX_ELEMENTS = 10_000
const PIECE = 50_000

/**
 * Pieces of a long text, cut after a line where possible. The browser lays out those that are in view: all of ten
 * megabytes at once would stop the page for half a minute. Pure.
 */
export function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const line = text.lastIndexOf('\n', at + PIECE)
    const isCutInLine = at + PIECE < text.length && line <= at
    // Both halves of a character that takes two places stay together.
    const splitsPair = isCutInLine && /[\uD800-\uDBFF]/.test(text.charAt(at + PIECE - 1))
    const end =
      at + PIECE >= text.length ? text.length : isCutInLine ? at + PIECE - (splitsPair ? 1 : 0) : line + 1
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}
