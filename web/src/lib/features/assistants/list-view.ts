import type { AssistantScope } from '@bellwether/wire'
import type { ListView } from '$lib/state/list-view.ts'

export const FILTERS = {
  scope: ['mine', 'shared', 'published'] satisfies readonly AssistantScope[],
  type: ['all', 'classic', 'multi_tool', 'orchestrator', 'agent'],
} as const
export type AssistantsView = ListView<typeof FILTERS>
export type TypeFilter = AssistantsView['type']
