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

/** Lists the changed fields, and the changed settings one by one if both sides can be parsed. Pure. */
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
    .filter((name) => canonical(orUnset(before[name])) !== canonical(orUnset(after[name])))
    .map((name) => ({ field: `metadata.${name}`, from: before[name] ?? null, to: after[name] ?? null }))
}

/** The form writes a group of switches even if all of them are off, which is the same as none. */
function orUnset(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? undefined
  return Object.values(value).every((part) => part === false || part === null) ? undefined : value
}

/** Returns the same text for equal values, whatever the order of their fields. */
const canonical = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
