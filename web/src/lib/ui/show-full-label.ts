/** Whether a text is cut off at the end of its line or after its last line. */
function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  if (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) return true
  return webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight
}

const labelOf = (element: HTMLElement): string => {
  if (!(element instanceof HTMLInputElement)) return element.innerText.trim()
  return element.type === 'password' ? '' : element.value
}

/** The element under the pointer may be inside the one that is cut off. */
function cutAround(pointed: Element): HTMLElement | undefined {
  const near = [pointed, pointed.parentElement, pointed.parentElement?.parentElement]
  return near.find(
    (candidate): candidate is HTMLElement => candidate instanceof HTMLElement && isCut(candidate),
  )
}

/** Shows the full text of a cut-off element as its tooltip, unless it has one already. */
export function showFullLabels(root: Document): () => void {
  const show = ({ target }: Event) => {
    if (!(target instanceof Element) || target.closest('[title]')) return
    const cut = cutAround(target)
    const label = cut ? labelOf(cut) : ''
    if (!cut || label === '') return
    cut.title = label
    // Text and width may change before the next time.
    cut.addEventListener('pointerleave', () => cut.removeAttribute('title'), { once: true })
  }
  root.addEventListener('pointerover', show)
  return () => root.removeEventListener('pointerover', show)
}
