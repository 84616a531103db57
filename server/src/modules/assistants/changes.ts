import { type AssistantSnapshot, type FieldChange, parseJsonObject } from '@bellwether/wire'

const FIELDS = [
  'name',
  'description',
  'system_prompt',
  'prompt_template',
  'rag_collections',
  'rag_top_k',
] as const satisfies (keyof AssistantSnapshot)[]

export const isSameForm = (a: AssistantSnapshot, b: AssistantSnapshot): boolean =>
  a.metadata === b.metadata && FIELDS.every((field) => a[field] === b[field])

/** What differs, field by field; the settings one by one where both sides can be read. Pure. */
export function changesBetween(from: AssistantSnapshot, to: AssistantSnapshot): FieldChange[] {
  const changes: FieldChange[] = FIELDS.filter((field) => from[field] !== to[field]).map((field) => ({
    field,
    from: from[field],
    to: to[field],
  }))
  return from.metadata === to.metadata ? changes : [...changes, ...settingChanges(from.metadata, to.metadata)]
}

function settingChanges(from: string, to: string): FieldChange[] {
  const before = parseJsonObject(from)
  const after = parseJsonObject(to)
  if (!before || !after) return [{ field: 'metadata', from, to }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => canonical(before[name]) !== canonical(after[name]))
    .map((name) => ({ field: `metadata.${name}`, from: before[name] ?? null, to: after[name] ?? null }))
}

/** The same text for the same value, whatever the order in which its fields were written. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
