import { errorMessage } from '$lib/errors/error-message.ts'
import { toasts } from './toasts.svelte.ts'

/** Runs `work` and shows a toast if it fails. Returns whether it succeeded. Aborted requests show nothing. */
export async function tryWithToast(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toasts.error(errorMessage(error))
    return false
  }
}
