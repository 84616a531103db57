import type { ProposedStarters } from '@bellwether/wire'
import { api, isAbort } from '$lib/api'
import type { AssistantForm } from './assistant-form.svelte.ts'

/** The server waits this long for a model. */
const LIMIT_MS = 130_000

/** A proposed greeting and starter questions. Nothing in the form changes before they are accepted. */
export class StarterProposal {
  found = $state.raw<ProposedStarters>()
  /** Can be edited before they are accepted. */
  greeting = $state('')
  questions = $state.raw<string[]>([])
  isAsking = $state(false)
  error = $state.raw<unknown>()
  #form: AssistantForm
  #asked: AbortController | undefined

  constructor(form: AssistantForm) {
    this.#form = form
  }

  /** Whether nothing was found to propose. */
  get isEmpty(): boolean {
    return this.found !== undefined && this.found.greeting === '' && this.found.questions.length === 0
  }

  get hasContent(): boolean {
    return this.greeting.trim() !== '' || this.questions.length > 0
  }

  async ask(): Promise<void> {
    this.cancel()
    const controller = new AbortController()
    this.#asked = controller
    this.isAsking = true
    this.error = undefined
    try {
      const { name, description } = this.#form
      const proposal = await api.post('/assistant-drafts/starters', {
        body: { name, description, assistant: this.#form.toDraft() },
        signal: controller.signal,
        limitMs: LIMIT_MS,
      })
      this.found = proposal
      this.greeting = proposal.greeting
      this.questions = proposal.questions
    } catch (error) {
      if (!isAbort(error)) this.error = error
    } finally {
      if (this.#asked === controller) this.isAsking = false
    }
  }

  /** Ends the call to the model. */
  cancel(): void {
    this.#asked?.abort()
    this.isAsking = false
  }

  discard(): void {
    this.found = undefined
  }

  /** Returns how to undo it. Parts that are empty change nothing. */
  accept(): () => void {
    const form = this.#form
    const before = form.metadata
    if (this.greeting.trim() !== '') form.set('greeting', this.greeting.trim())
    if (this.questions.length > 0) form.questions = this.questions
    const after = form.metadata
    this.found = undefined
    return () => {
      // What was edited since then stays.
      for (const name of ['greeting', 'suggested_questions'])
        if (form.metadata[name] === after[name]) form.set(name, before[name])
    }
  }
}
