import type { PresentPeople } from '@bellwether/wire'
import { ApiError, api, sessionToken } from '$lib/api'
import type { AssistantForm } from '../form/assistant-form.svelte.ts'

const BEAT_MS = 4000
const SIGNED_OUT_MS = 60_000

/** Also available without HTTPS, unlike `randomUUID`. */
const newWindowId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Who else has this assistant open, and whether someone has saved it since. */
export class BuilderPresence {
  #found = $state.raw<PresentPeople>()
  #form: AssistantForm
  #window = newWindowId()
  #timer: ReturnType<typeof setTimeout> | undefined
  #id: number | undefined

  constructor(form: AssistantForm) {
    this.#form = form
  }

  get people(): PresentPeople['people'] {
    return this.#found?.people ?? []
  }

  /** The saved version, if it is newer than the one in the form. */
  get newer(): PresentPeople | undefined {
    const { base, isSaving } = this.#form
    return this.#found && base !== undefined && this.#found.version > base && !isSaving
      ? this.#found
      : undefined
  }

  /** Reports until the returned function is called. */
  watch(id: number): () => void {
    this.#id = id
    const onvisible = () => document.visibilityState === 'visible' && void this.beat()
    const onshow = ({ persisted }: PageTransitionEvent) => persisted && void this.beat()
    document.addEventListener('visibilitychange', onvisible)
    window.addEventListener('pageshow', onshow)
    window.addEventListener('pagehide', this.#leave)
    void this.beat()
    return () => {
      document.removeEventListener('visibilitychange', onvisible)
      window.removeEventListener('pageshow', onshow)
      window.removeEventListener('pagehide', this.#leave)
      this.#leave()
      this.#id = undefined
    }
  }

  /** Reports now, and again after a while. */
  beat = async (): Promise<void> => {
    const id = this.#id
    if (id === undefined) return
    clearTimeout(this.#timer)
    let wait = BEAT_MS
    // Also so that an effect that calls this does not depend on the form.
    await sessionToken.prepare()
    if (this.#id !== id) return
    try {
      const body = { window: this.#window, editing: this.#form.isDirty && this.#form.mayChange }
      const present = await api.put('/assistants/{id}/presence', {
        params: { id },
        body,
        staysOnRefusal: true,
      })
      if (this.#id === id) this.#found = present
    } catch (error) {
      // No longer visible to this person, or deleted.
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return
      // Only what the person does asks them to sign in again.
      if (error instanceof ApiError && error.status === 401) wait = SIGNED_OUT_MS
    }
    if (this.#id !== id) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.beat, wait)
  }

  #leave = (): void => {
    clearTimeout(this.#timer)
    if (this.#id === undefined) return
    // If it is not received, the entry expires.
    api
      .delete('/assistants/{id}/presence/{window}', {
        params: { id: this.#id, window: this.#window },
        staysOnRefusal: true,
        outlivesPage: true,
      })
      .catch(() => undefined)
  }
}
