/**
 * Marks the sides with hidden content; `base.css` fades them. Otherwise a row of tabs cut between two words would
 * look complete.
 */
export function scrollEdges(node: HTMLElement): () => void {
  function look(): void {
    const { scrollLeft, clientWidth, scrollWidth } = node
    const sides = [
      ...(scrollLeft > 1 ? ['start'] : []),
      ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['end'] : []),
    ]
    node.dataset['more'] = sides.join(' ')
  }
  const watch = new ResizeObserver(look)
  watch.observe(node)
  node.addEventListener('scroll', look, { passive: true })
  return () => {
    watch.disconnect()
    node.removeEventListener('scroll', look)
  }
}
