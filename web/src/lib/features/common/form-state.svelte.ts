import { ApiError } from '$lib/api'

/** A form on its way to the server: busy, or refused with what is wrong beside which field. */
export class FormState {
  isBusy = $state(false)
  error = $state.raw<unknown>()

  get faults(): Readonly<Record<string, string>> {
    return this.error instanceof ApiError ? this.error.fields : {}
  }

  /** Gives back whether it went well. A second press while the first is under way does nothing. */
  async send(work: () => Promise<unknown>): Promise<boolean> {
    if (this.isBusy) return false
    this.isBusy = true
    this.error = undefined
    try {
      await work()
      return true
    } catch (error) {
      this.error = error
      return false
    } finally {
      this.isBusy = false
    }
  }
}
