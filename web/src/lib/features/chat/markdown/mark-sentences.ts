/** Only these count: Markdown adds and removes other characters. */
const LETTER = /[\p{L}\p{N}]/u

/** A part of one of the texts. */
export interface Place {
  text: number
  start: number
  end: number
}

/**
 * Where sentences of a Markdown text are in the texts that it was rendered to. Those that are not found, such as one
 * with the address of a link, are left out. Pure.
 */
export function findSentences(texts: readonly string[], sentences: readonly string[]): Place[] {
  const letters = texts.flatMap((content, text) =>
    content.split('').flatMap((sign, at) => (LETTER.test(sign) ? [{ sign, text, at }] : [])),
  )
  const page = letters.map(({ sign }) => sign).join('')
  let from = 0
  return sentences.flatMap((sentence) => {
    const wanted = sentence.split('').filter((sign) => LETTER.test(sign))
    const found = wanted.length === 0 ? -1 : page.indexOf(wanted.join(''), from)
    if (found < 0) return []
    from = found + wanted.length
    const places = new Map<number, Place>()
    for (const { text, at } of letters.slice(found, from))
      places.set(text, { text, start: places.get(text)?.start ?? at, end: at + 1 })
    return [...places.values()]
  })
}

/** Marks the sentences of a rendered answer. */
export function markSentences(root: Node, sentences: readonly string[], title: string): void {
  if (sentences.length === 0) return
  const nodes: Text[] = []
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) nodes.push(walker.currentNode as Text)
  const places = findSentences(
    nodes.map(({ data }) => data),
    sentences,
  )
  // Backwards, because a node that is split keeps its beginning.
  for (const { text, start, end } of places.reverse()) {
    const part = nodes[text]?.splitText(start)
    part?.splitText(end - start)
    const mark = document.createElement('span')
    mark.className = 'unsupported'
    mark.title = title
    part?.replaceWith(mark)
    if (part) mark.append(part)
  }
}
