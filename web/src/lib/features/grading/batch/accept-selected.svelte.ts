import type { GradedWork } from '@bellwether/wire'
import { SvelteSet } from 'svelte/reactivity'
import { api } from '$lib/api'
import { messageText } from '$lib/messages'
import { appTexts } from '$lib/texts/app.ts'
import { rubricsTexts } from '$lib/texts/rubrics.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'

/** Whether a person can accept it without looking into it: it has a level for each criterion. Pure. */
export const isAcceptable = ({ state, accepted, score }: GradedWork): boolean =>
  state === 'graded' && !accepted && score !== null

interface Deps {
  rubric: () => string
  grading: () => number
  works: () => readonly GradedWork[]
  onchanged: () => Promise<void>
}

/** The works that a person selects in the table, and accepts together. */
export class AcceptSelected {
  readonly ids = new SvelteSet<number>()
  isBusy = $state(false)
  #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get acceptable(): GradedWork[] {
    return this.#deps.works().filter(isAcceptable)
  }

  /** Selected, and not accepted or changed in the meantime. */
  get selected(): GradedWork[] {
    return this.acceptable.filter(({ id }) => this.ids.has(id))
  }

  set(id: number, isOn: boolean): void {
    if (isOn) this.ids.add(id)
    else this.ids.delete(id)
  }

  setAll(isOn: boolean): void {
    for (const { id } of this.acceptable) this.set(id, isOn)
  }

  accept = async (): Promise<void> => {
    const { onchanged } = this.#deps
    const works = this.selected.map(({ id, score }) => ({ id, score }))
    this.isBusy = true
    await tryWithToast(async () => {
      const { results } = await this.#send(works, true)
      const done = results.filter((result) => result.done).map(({ id }) => ({ id }))
      const undo = { label: appTexts().common.undo, act: () => void this.#withdraw(done) }
      if (done.length > 0) toasts.success(rubricsTexts().grading.bulk.accepted({ count: done.length }), undo)
      const refused = results.find((result) => !result.done)
      if (refused) toasts.error(messageText(refused.message ?? '', refused))
      this.ids.clear()
      await onchanged()
    })
    this.isBusy = false
  }

  #send(works: { id: number; score?: number | null }[], accepted: boolean) {
    const { rubric, grading } = this.#deps
    return api.post('/rubrics/{id}/gradings/{grading}/works/accept', {
      params: { id: rubric(), grading: grading() },
      body: { works, accepted },
    })
  }

  async #withdraw(works: { id: number }[]): Promise<void> {
    const { onchanged } = this.#deps
    await tryWithToast(async () => {
      await this.#send(works, false)
      await onchanged()
    })
  }
}
