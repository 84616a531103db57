import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { errorWords } from './error-words.ts'

/** News of what went wrong; gives back whether it went well. Whoever has stopped it themselves needs no news. */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) toasts.error(errorWords(error))
    return false
  }
}
