import { type AssistantMetadata, say } from '@bellwether/wire'

/** On call. LAMB's message. */
export const REFUSED_CALL = say('answers.nested_assistants')

const NAMES: ReadonlySet<unknown> = new Set(['assistant', 'assistant_call', 'assistant_tool'])

/** Whether an assistant calls other assistants. Such an assistant can't be a tool itself, which rules out loops. Pure. */
export const isOrchestrator = ({
  connector,
  tools,
}: Pick<AssistantMetadata, 'connector' | 'tools'>): boolean =>
  connector.toLowerCase().includes('tool_use') || tools.some(isAssistant)

/** In either notation. Blanks around names are ignored, as they are when the tools run. */
function isAssistant(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return NAMES.has(nameOf(entry))
  const { plugin, type, enabled } = entry as { plugin?: unknown; type?: unknown; enabled?: unknown }
  return enabled !== false && NAMES.has(nameOf(plugin) || nameOf(type))
}

const nameOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
