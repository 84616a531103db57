import type { ImportCheck, ObjectRef } from '@bellwether/wire'
import type { Choice } from '$features/schema-form/assistant-choice.ts'
import { RESOURCE_KINDS, type ResourceKind } from '$features/schema-form/resource-kinds.svelte.ts'
import { knowledgeBases } from '$features/schema-form/resources.svelte.ts'
import { api } from '$lib/api'
import { Loadable } from '$lib/state/loadable.svelte.ts'

export type ImportedObject = ImportCheck['objects'][number]

const mcpServers = new Loadable(async (signal) => {
  const { tools } = await api.get('/mcp-tools', { signal })
  return new Map(tools.map(({ server_id, server_name }) => [String(server_id), server_name]))
})

/** What can take the place of an object in an imported assistant. */
export const OWN_OBJECTS: Record<ObjectRef['kind'], Pick<ResourceKind, 'list' | 'choices'>> = {
  assistant: RESOURCE_KINDS['assistant-picker'],
  file: RESOURCE_KINDS['file-picker'],
  rubric: RESOURCE_KINDS['rubric-picker'],
  workspace: RESOURCE_KINDS['workspace-picker'],
  knowledge_base: {
    list: knowledgeBases,
    choices: () => (knowledgeBases.value ?? []).map(({ id, name }) => ({ value: id, label: name })),
  },
  mcp_server: {
    list: mcpServers,
    choices: () => Array.from(mcpServers.value ?? [], ([value, label]) => ({ value, label })),
  },
}

/** The only one with the same name. It is only proposed: another object may have this name. Pure. */
export function proposedFor({ name }: ImportedObject, choices: readonly Choice[]): string {
  const named = choices.filter(({ label, disabled }) => label === name && !disabled)
  return named.length === 1 ? (named[0]?.value ?? '') : ''
}
