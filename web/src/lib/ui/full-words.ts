/** Whether a text is shown only in part: cut at the end of its line, or after its last line. */
function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) return true
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight
}

const wordsOf = (element: HTMLElement): string => {
  if (!(element instanceof HTMLInputElement)) return element.innerText.trim()
  return element.type === 'password' ? '' : element.value
}

/** What is pointed at may be a part of what is cut. */
function cutAround(pointed: Element): HTMLElement | undefined {
  const near = [pointed, pointed.parentElement, pointed.parentElement?.parentElement]
  return near.find((one): one is HTMLElement => one instanceof HTMLElement && isCut(one))
}

/** What is cut tells all of its words to whoever points at it; what says something else there already keeps that. */
export function tellFullWords(root: Document): () => void {
  const tell = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('[title]')) return
    const cut = cutAround(target)
    const words = cut ? wordsOf(cut) : ''
    if (!cut || words === '') return
    cut.title = words
    // The words and the width may be others the next time.
    cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true })
  }
  root.addEventListener('pointerover', tell)
  return () => root.removeEventListener('pointerover', tell)
}
