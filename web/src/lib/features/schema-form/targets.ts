import { builderTexts } from '$lib/texts/builder.ts'
import { RESOURCE_KINDS, type ResourceKind } from './resource-kinds.svelte.ts'
import { knowledgeBases } from './resources.svelte.ts'
import { fieldsOf, kindOf, type Schema } from './schema.ts'

interface Kind {
  list: ResourceKind['list']
  nameOf: (id: string) => string | undefined
  need?: ((id: string) => unknown) | undefined
}

function kindFor(field: Schema): Kind | undefined {
  const kind = kindOf(field)
  if (kind === 'knowledge-base-picker')
    return {
      list: knowledgeBases,
      nameOf: (id) => knowledgeBases.value?.find((base) => base.id === id)?.name,
    }
  const resource: ResourceKind | undefined =
    kind in RESOURCE_KINDS ? RESOURCE_KINDS[kind as 'file-picker'] : undefined
  return (
    resource && {
      list: resource.list,
      nameOf: (id) => resource.choices(builderTexts().settings).find(({ value }) => value === id)?.label,
      need: (id) => resource.list.need?.(id),
    }
  )
}

/** The objects that a tool's settings refer to, with their kind. */
const targetsOf = (schema: Schema, config: Record<string, unknown>): { kind: Kind; id: string }[] =>
  fieldsOf(schema).flatMap(([name, field]) => {
    const kind = kindFor(field)
    const ids = [config[name]].flat().filter((value) => value !== undefined && value !== null && value !== '')
    return kind ? ids.map((id) => ({ kind, id: String(id) })) : []
  })

/** The names of the knowledge bases, rubrics, files… that a tool uses, as far as they are known. */
export const targetNames = (schema: Schema, config: Record<string, unknown>): string[] =>
  targetsOf(schema, config).flatMap(({ kind, id }) => kind.nameOf(id) ?? [])

/** Loads what `targetNames` needs. */
export function needTargets(schema: Schema, config: Record<string, unknown>): void {
  for (const { kind, id } of targetsOf(schema, config)) {
    if (kind.nameOf(id) !== undefined) continue
    if (kind.need) void kind.need(id)
    else if (kind.list.value === undefined && !kind.list.isLoading) void kind.list.load()
  }
}
