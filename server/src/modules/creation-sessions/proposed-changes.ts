import {
  type AssistantSnapshot,
  type CreationDraft,
  type FieldChange,
  type ProposedFields,
  parseJsonObject,
  proposedFieldsSchema,
} from '@bellwether/wire'

const COLUMNS = ['name', 'description', 'system_prompt', 'prompt_template'] as const
/** All other fields of a proposal are settings. */
const SETTINGS = proposedFieldsSchema
  .omit({ name: true, description: true, system_prompt: true, prompt_template: true })
  .keyof().options

/** The settings that a proposal can change, as they are. Pure. */
export function readSettings(metadata: string): Record<string, unknown> {
  const settings = parseJsonObject(metadata) ?? {}
  return Object.fromEntries(SETTINGS.map((name) => [name, settings[name] ?? null]))
}

/** The fields that differ from the assistant, before and after. Pure. */
export function toChanges(base: AssistantSnapshot, fields: ProposedFields): FieldChange[] {
  const settings = readSettings(base.metadata)
  const changes = [
    ...COLUMNS.map((name) => ({ field: name, from: base[name], to: fields[name] })),
    ...SETTINGS.map((name) => ({ field: `metadata.${name}`, from: settings[name], to: fields[name] })),
  ]
  return changes.filter(({ from, to }) => to !== undefined && !isSame(from, to))
}

/** The assistant with the proposed values. Pure. */
export function withFields(base: AssistantSnapshot, fields: ProposedFields): AssistantSnapshot {
  const columns = COLUMNS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  const settings = SETTINGS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]))
  const metadata =
    settings.length === 0
      ? base.metadata
      : JSON.stringify({ ...parseJsonObject(base.metadata), ...Object.fromEntries(settings) })
  return { ...base, ...Object.fromEntries(columns), metadata }
}

/** Whether each changed field still has the value that the proposal was made for. Pure. */
export function isCurrent(base: AssistantSnapshot, changes: readonly FieldChange[]): boolean {
  const settings = readSettings(base.metadata)
  const values = new Map<string, unknown>([
    ...COLUMNS.map((name) => [name, base[name]] as const),
    ...SETTINGS.map((name) => [`metadata.${name}`, settings[name]] as const),
  ])
  return changes.every(({ field, from }) => isSame(values.get(field), from))
}

export const toSnapshotOf = ({ metadata, ...form }: CreationDraft): AssistantSnapshot => ({
  ...form,
  metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
})

/** An unset field counts as empty. */
const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const canonical = (value: unknown): string =>
  JSON.stringify(isEmpty(value) ? null : value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
