import { fieldErrors } from '$lib/errors/error-message.ts'

/** The state of a form that is sent to the server: busy, or rejected with an error per field. */
export class FormState {
  isBusy = $state(false)
  error = $state.raw<unknown>()

  get faults(): Readonly<Record<string, string>> {
    return fieldErrors(this.error)
  }

  /** Returns whether it succeeded. Does nothing while an earlier request is running. */
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
