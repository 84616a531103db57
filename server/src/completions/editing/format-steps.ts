import { type AssistantSnapshot, type Message, parseMetadata, say } from '@bellwether/wire'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { type Converted, toTools, usesToolList } from '../context/convert-classic.ts'

/** Converts settings from one format to the next. Pure. */
export interface FormatStep {
  to: number
  apply(form: AssistantSnapshot, tools: Pick<ToolRegistry, 'find'>): Converted
}

/** Applied in order. Add a line here for a new format. */
const STEPS: readonly FormatStep[] = [{ to: 2, apply: toTools }]

/** The settings format that this server writes. */
export const FORMAT_VERSION = STEPS.at(-1)?.to ?? 1

export const formatVersionOf = (metadata: string): number => parseMetadata(metadata)?._format_version ?? 1

/** A classic assistant may have functions in the current format while its RAG processor is still in format 1. */
function isStillClassic(metadata: string, tools: Pick<ToolRegistry, 'find'>): boolean {
  const settings = parseMetadata(metadata)
  if (!settings || settings.rag_processor === '' || formatVersionOf(metadata) > FORMAT_VERSION) return false
  return !usesToolList(settings, normalizeEntries(settings.tools, tools).entries)
}

export type UpgradeResult =
  | { kind: 'changed'; metadata: string; from: number; to: number }
  | { kind: 'current' }
  /** The settings stay as they are. */
  | { kind: 'left'; reason: Message }

/** Converts settings from any older format to the current one. Settings from a newer server are left alone. Pure. */
export function upgradeSettings(
  form: AssistantSnapshot,
  tools: Pick<ToolRegistry, 'find'>,
  steps: readonly FormatStep[] = STEPS,
): UpgradeResult {
  if (parseMetadata(form.metadata) === undefined)
    return { kind: 'left', reason: say('parts.convert_unreadable') }
  const from = isStillClassic(form.metadata, tools) ? 1 : formatVersionOf(form.metadata)
  const last = steps.at(-1)?.to ?? from
  if (from === last) return { kind: 'current' }
  if (from > last) return { kind: 'left', reason: say('parts.convert_newer', { version: from }) }
  let { metadata } = form
  for (const step of steps.filter(({ to }) => to > from)) {
    const converted = step.apply({ ...form, metadata }, tools)
    if (!converted.ok) return { kind: 'left', reason: converted.reason }
    metadata = JSON.stringify({ ...converted.settings, _format_version: step.to })
  }
  return { kind: 'changed', metadata, from, to: last }
}
