import type { AssistantMetadata } from '@bellwether/wire'

/** Told on saving, in the form and when it is tried nevertheless. */
export const REFUSED_AS_TOOL =
  'An assistant that leads others can’t be a tool of another one; choose one that does not use assistants itself'

const NAMES: ReadonlySet<unknown> = new Set(['assistant', 'assistant_call'])

/** Whether an assistant asks others: then none may ask it, so that no circle and no pyramid of questions can come about. Pure. */
export const leadsOthers = ({ connector, tools }: Pick<AssistantMetadata, 'connector' | 'tools'>): boolean =>
  connector.toLowerCase().includes('tool_use') || tools.some(isAssistant)

/** In whichever form it is written. */
function isAssistant(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return NAMES.has(entry)
  const { plugin, type, enabled } = entry as { plugin?: unknown; type?: unknown; enabled?: unknown }
  return enabled !== false && NAMES.has(plugin || type)
}
