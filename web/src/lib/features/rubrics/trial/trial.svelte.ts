import type { RubricEvaluation, RubricLanguage } from '@bellwether/wire'
import { i18n } from '$lib/i18n'
import { evaluate } from '../rubrics.ts'

/** A text that is evaluated with a rubric, to try out the rubric. */
export class RubricTrial {
  text = $state('')
  language = $state<RubricLanguage>(i18n.language)
  error = $state.raw<unknown>()
  done = $state.raw<{ text: string; result: RubricEvaluation }>()
  #running = $state.raw<AbortController>()

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  async evaluate(rubric: string): Promise<void> {
    if (this.#running) return
    const controller = new AbortController()
    const text = this.text.trim()
    this.#running = controller
    this.error = undefined
    try {
      const result = await evaluate(rubric, { text, language: this.language }, controller.signal)
      this.done = { text, result }
    } catch (error) {
      if (!controller.signal.aborted) this.error = error
    } finally {
      this.#running = undefined
    }
  }

  stop = (): void => this.#running?.abort()
}
