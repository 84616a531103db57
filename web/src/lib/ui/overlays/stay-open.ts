/** Toasts are outside dialogs. A click on one, such as on Undo, must not close the dialog that it is about. */
export function stayOpenForToasts(event: PointerEvent): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) event.preventDefault()
}
