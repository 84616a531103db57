interface Placed {
  text: string
  start_at: number
  end_at: number
}

/** Pure. The text of a document from its passages in order. What two of them share, because they overlap, stands there once. */
export function joinPassages(passages: readonly Placed[]): string {
  let text = ''
  let end = 0
  for (const passage of passages) {
    const shared = Math.max(0, Math.min(end - passage.start_at, passage.text.length))
    const isRepeated = shared > 0 && text.endsWith(passage.text.slice(0, shared))
    if (isRepeated) text += passage.text.slice(shared)
    else text += (text === '' ? '' : '\n\n') + passage.text
    end = Math.max(end, passage.end_at)
  }
  return text
}
