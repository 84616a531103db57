/** An element that has the focus, its ancestors, and the place of each in its parent. */
type Trail = readonly { element: Element; place: number }[]

const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
/** Without text fields, which would open the keyboard of a phone. */
const TARGETS =
  'a[href], button:not(:disabled, [aria-disabled=true]), summary, input[type=checkbox], input[type=radio], [tabindex="0"], [tabindex="-1"]'

function trailOf(focused: Element): Trail {
  const trail: { element: Element; place: number }[] = []
  for (let element: Element | null = focused; element?.parentElement; element = element.parentElement)
    trail.push({ element, place: [...element.parentElement.children].indexOf(element) })
  return trail
}

/**
 * When the focused element disappears, browsers let keyboard users start again at the top of the page. This moves the
 * focus to what is now in its place, unless the page has moved it itself. Returns what stops it.
 */
export function keepFocus(document: Document): () => void {
  let last: Trail = []
  /** Where the focus was before a dialog or menu opened. */
  let lastOnPage: Trail = []

  const onFocus = ({ target }: FocusEvent): void => {
    // The body gets the focus for a moment with every navigation.
    if (!(target instanceof Element) || target === document.body) return
    last = trailOf(target)
    if (!target.closest(OVERLAYS)) lastOnPage = last
  }
  const isLost = (): boolean =>
    last[0] !== undefined && !last[0].element.isConnected && document.activeElement === document.body
  /** It has the focus, or gets it; focus elsewhere would close it. */
  const hasOverlay = (): boolean => document.querySelector(`:is(${OVERLAYS})[data-state=open]`) !== null
  const observer = new MutationObserver(() => {
    if (!isLost()) return
    // Two frames: dialogs return the focus when they are gone, and pages move it after they have been drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => isLost() && !hasOverlay() && recover()))
  })
  const recover = (): void => {
    const isOverlay = last.some(({ element }) => element.matches(OVERLAYS))
    const target = nearest(isOverlay ? lastOnPage : last) ?? document.getElementById('content')
    last = []
    target?.focus({ preventScroll: true })
  }

  document.addEventListener('focusin', onFocus)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    observer.disconnect()
  }
}

/** The element itself if it is still there, or the first target in what took the place of a removed one. */
function nearest(trail: Trail): HTMLElement | undefined {
  const [first] = trail
  // Also a text field: it had the focus before.
  if (first?.element.isConnected && first.element instanceof HTMLElement && first.element.checkVisibility())
    return first.element
  for (const [at, { place }] of trail.entries()) {
    const parent = trail[at + 1]?.element
    if (!parent?.isConnected || parent.contains(parent.ownerDocument.body)) continue
    // The page itself was replaced: its content is next, not what stands before it, such as the link that skips it.
    if (parent.querySelector('#content')) return undefined
    const inPlace = parent.children[Math.min(place, parent.children.length - 1)]
    const target = (inPlace && targetIn(inPlace)) ?? targetIn(parent)
    if (target) return target
  }
  return undefined
}

const targetIn = (element: Element): HTMLElement | undefined =>
  [element, ...element.querySelectorAll(TARGETS)].find(
    (candidate): candidate is HTMLElement => candidate instanceof HTMLElement && isTarget(candidate),
  )

const isTarget = (element: Element): boolean => element.matches(TARGETS) && element.checkVisibility()
