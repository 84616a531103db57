/** File inputs accept files themselves. */
const takesFiles = (target: EventTarget | null): boolean =>
  typeof Element === 'function' && target instanceof Element && target.matches('input[type=file]')

/**
 * Ignores files dropped beside a drop zone: the browser would open them instead of the app, and unsaved work would be
 * lost.
 */
export function refuseStrayFiles(root: EventTarget): () => void {
  const refuse = (event: Event) => {
    const { dataTransfer } = event as DragEvent
    // A drop zone has already accepted them.
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files') || takesFiles(event.target)) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  for (const kind of ['dragover', 'drop']) root.addEventListener(kind, refuse)
  return () => {
    for (const kind of ['dragover', 'drop']) root.removeEventListener(kind, refuse)
  }
}
