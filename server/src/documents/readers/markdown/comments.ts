/** The lines of a Markdown text without comments, which readers don't see. Code keeps its own. Pure. */
export function withoutComments(lines: readonly string[]): string[] {
  const lastEnd = lines.findLastIndex((line) => line.includes('-->'))
  if (lastEnd < 0) return [...lines]
  const kept: string[] = []
  let fence: string | undefined
  let isComment = false
  for (const [at, line] of lines.entries()) {
    const mark = isComment ? undefined : /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
    if (fence !== undefined || at > lastEnd || !(isComment || line.includes('<!--'))) {
      kept.push(line)
      continue
    }
    const shown = visible(line, isComment)
    isComment = shown.isOpen && at < lastEnd
    if (shown.text.trim() !== '') kept.push(shown.text)
  }
  return kept
}

function visible(line: string, isComment: boolean): { text: string; isOpen: boolean } {
  let text = ''
  let isOpen = isComment
  let from = 0
  while (from < line.length) {
    const next = isOpen ? line.indexOf('-->', from) : beginOf(line, from)
    if (!isOpen) text += line.slice(from, next < 0 ? line.length : next)
    if (next < 0) break
    from = next + (isOpen ? '-->' : '<!--').length
    isOpen = !isOpen
  }
  return { text, isOpen }
}

/** Not in a code span. */
function beginOf(line: string, from: number): number {
  const begin = line.indexOf('<!--', from)
  return begin >= 0 && line.slice(from, begin).split('`').length % 2 === 1 ? begin : -1
}
