import type { AssistantScope } from '@bellwether/wire'
import { type ListView, PAGE_SIZE } from '$lib/state/list-view.ts'
import { Loadable } from '$lib/state/loadable.svelte.ts'
import { type AssistantPage, listAssistants } from './assistants.ts'

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

export const FILTERS = {
  scope: ['mine', 'shared', 'published'] satisfies readonly AssistantScope[],
  type: ['all', 'classic', 'multi_tool', 'orchestrator', 'agent'],
} as const
export type AssistantsView = ListView<typeof FILTERS>
export type TypeFilter = AssistantsView['type']
