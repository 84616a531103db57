const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** A line that continues a list, or may do so once the rest of the line has arrived. */
const MAY_CONTINUE_LIST = /^(?:\s|(?:[-*+]|\d{1,9}[.)])(?:\s|$)|\d{1,9}$)/

/**
 * The length of the part of a streamed Markdown text that later text can't change: all blocks that end with an empty
 * line. `from`: the result for an earlier part of the text. Pure.
 */
export function stableLength(text: string, from = 0): number {
  let stable = from
  let fence = ''
  let isAfterEmpty = false
  for (let at = from; at < text.length; ) {
    const end = text.indexOf('\n', at)
    const line = text.slice(at, end === -1 ? undefined : end)
    const isEmpty = line.trim() === ''
    // An unfinished line counts too, if no list can start like it.
    if (isAfterEmpty && fence === '' && !isEmpty && !MAY_CONTINUE_LIST.test(line)) stable = at
    fence = fenceAfter(line, fence)
    isAfterEmpty = isEmpty
    if (end === -1) break
    at = end + 1
  }
  return stable
}

/** The code fence around the next line; empty outside of code. */
function fenceAfter(line: string, fence: string): string {
  const [, mark = '', rest = ''] = FENCE.exec(line) ?? []
  if (mark === '') return fence
  if (fence === '') return mark
  const isEnd = mark[0] === fence[0] && mark.length >= fence.length && rest.trim() === ''
  return isEnd ? '' : fence
}
