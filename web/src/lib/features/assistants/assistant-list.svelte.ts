import { PAGE_SIZE } from '$lib/state/list-view.ts'
import { Loadable } from '$lib/state/loadable.svelte.ts'
import { type AssistantPage, listAssistants } from './assistants.ts'
import type { AssistantsView } from './list-view.ts'

export class AssistantList extends Loadable<AssistantPage> {
  constructor(view: () => AssistantsView) {
    super((signal) => {
      const { scope, type, search, offset } = view()
      return listAssistants(
        { scope, search, type: type === 'all' ? '' : type, limit: PAGE_SIZE, offset },
        signal,
      )
    })
  }

  /** Immediately, before the server has responded. */
  drop(id: number): void {
    if (!this.value) return
    this.value = {
      assistants: this.value.assistants.filter((assistant) => assistant.id !== id),
      total_count: this.value.total_count - 1,
    }
  }
}
