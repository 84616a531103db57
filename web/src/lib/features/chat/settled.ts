const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** What goes on with a list, or may turn out to when the rest of the line has come. */
const GOES_ON = /^(?:\s|(?:[-*+]|\d{1,9}[.)])(?:\s|$)|\d{1,9}$)/

/**
 * How much of a Markdown text that is still being written stays as it is, whatever follows: all blocks up to an empty line that ends
 * them. `from`: where an earlier look ended. Pure.
 */
export function settledLength(text: string, from = 0): number {
  let settled = from
  let fence = ''
  let isAfterEmpty = false
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? undefined : end)
    const isEmpty = line.trim() === ''
    // A line without its end counts too, once it has begun with something that no list begins with.
    if (isAfterEmpty && fence === '' && !isEmpty && !GOES_ON.test(line)) settled = at
    fence = fenceAfter(line, fence)
    isAfterEmpty = isEmpty
    if (end === -1) break
    at = end + 1
  }
  return settled
}

/** The fence in which the next line stands; empty outside of code. */
function fenceAfter(line: string, fence: string): string {
  const [, mark = '', rest = ''] = FENCE.exec(line) ?? []
  if (mark === '') return fence
  if (fence === '') return mark
  const isEnd = mark[0] === fence[0] && mark.length >= fence.length && rest.trim() === ''
  return isEnd ? '' : fence
}
