import type { AssistantMetadata } from '@bellwether/wire'

/** When an assistant is saved. LAMB's sentence. */
export const REFUSED_AS_TOOL = 'Tool-using assistants cannot be used as tools'

/** When one is called all the same. LAMB's sentence. */
export const REFUSED_CALL = 'Tool-using assistants cannot be invoked as tools'

const NAMES: ReadonlySet<unknown> = new Set(['assistant', 'assistant_call', 'assistant_tool'])

/** Whether an assistant calls other assistants. Such an assistant can't be a tool itself, which rules out loops. Pure. */
export const isOrchestrator = ({
  connector,
  tools,
}: Pick<AssistantMetadata, 'connector' | 'tools'>): boolean =>
  connector.toLowerCase().includes('tool_use') || tools.some(isAssistant)

/** In whichever form it is written. Names are read as they are when the tools run: blanks around them do not make them others. */
function isAssistant(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return NAMES.has(nameOf(entry))
  const { plugin, type, enabled } = entry as { plugin?: unknown; type?: unknown; enabled?: unknown }
  return enabled !== false && NAMES.has(nameOf(plugin) || nameOf(type))
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
