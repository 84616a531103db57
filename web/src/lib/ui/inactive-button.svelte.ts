/**
 * The attributes of a button or switch that may become inactive. Disabling a focused button would take the focus away, so it stays
 * focusable, without effect, until the user leaves it.
 */
export function createInactive(isInactive: () => boolean) {
  let isFocused = $state(false)
  const onclickcapture = (event: Event): void => {
    if (!isInactive()) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const onkeydowncapture = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') onclickcapture(event)
  }
  const onfocuscapture = (): void => {
    isFocused = true
  }
  const onblurcapture = (): void => {
    isFocused = false
  }
  return {
    get attributes() {
      return {
        disabled: isInactive() && !isFocused,
        'aria-disabled': isInactive() && isFocused ? ('true' as const) : undefined,
        onclickcapture,
        onkeydowncapture,
        onfocuscapture,
        onblurcapture,
      }
    },
  }
}
