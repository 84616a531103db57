import type { AssistantSnapshot } from '@bellwether/wire'
import type { ConnectorChoice } from '$features/assistants/capabilities.svelte.ts'
import { readMetadata } from '$features/assistants/metadata.ts'

/** One side of a comparison. */
export interface Side {
  /** `draft` for the assistant as it is in the form, otherwise the number of a version. */
  source: string
  /** A value of `modelOptions`; empty for the assistant's own model. */
  model: string
}

export const DRAFT = 'draft'

export interface ModelOption {
  value: string
  label: string
}

/** All models of these connectors, as `connector/model`. Pure. */
export const modelOptions = (connectors: readonly ConnectorChoice[]): ModelOption[] =>
  connectors.flatMap(({ name, available_llms, metadata, models }) =>
    available_llms.map((id) => ({
      value: `${name}/${id}`,
      label: `${models?.find((model) => model.id === id)?.display_name ?? id} · ${metadata?.name ?? name}`,
    })),
  )

/** A draft that answers with this model. Names of models can contain slashes, those of connectors can't. Pure. */
export function withModel<Draft extends { metadata: object }>(draft: Draft, model: string): Draft {
  if (model === '') return draft
  const at = model.indexOf('/')
  return {
    ...draft,
    metadata: { ...draft.metadata, connector: model.slice(0, at), llm: model.slice(at + 1) },
  }
}

/** What of a stored version is needed to answer. Pure. */
export const toDraft = (snapshot: AssistantSnapshot) => ({
  system_prompt: snapshot.system_prompt,
  prompt_template: snapshot.prompt_template,
  metadata: readMetadata(snapshot.metadata),
  rag_collections: snapshot.rag_collections,
  rag_top_k: snapshot.rag_top_k,
})

/** The draft with its own model, beside another model, or beside the version before it if there is only one. Pure. */
export function firstSides(
  options: readonly ModelOption[],
  ownModel: string,
  versions: readonly { version: number; current: boolean }[],
): [Side, Side] {
  const draft = { source: DRAFT, model: '' }
  const other = options.find(({ value }) => value !== ownModel)
  if (other) return [draft, { source: DRAFT, model: other.value }]
  const earlier = versions.find(({ current }) => !current)
  return [draft, { source: earlier ? String(earlier.version) : DRAFT, model: '' }]
}
