/**
 * Splits text at line feeds only. `node:readline` also splits at U+2028 and U+2029 from Node 24 on, which JSON may
 * contain within texts.
 */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let started: string[] = []
  for await (const piece of pieces) {
    let start = 0
    for (let end = piece.indexOf('\n'); end >= 0; end = piece.indexOf('\n', start)) {
      yield [...started, piece.slice(start, end)].join('')
      started = []
      start = end + 1
    }
    started.push(piece.slice(start))
  }
  const last = started.join('')
  if (last !== '') yield last
}
