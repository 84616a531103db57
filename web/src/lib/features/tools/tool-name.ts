import { nameInWords } from '$lib/name-in-words.ts'
import { builderTexts } from '$lib/texts/builder.ts'
import { TOOL_OF } from '$lib/tools/hues.ts'

/** A tool in the educator's words; an operator's plugin by its own title, or else by its name. */
export function toolName(name: string, title?: string): string {
  const names: Record<string, string> = builderTexts().tools
  if (/^call_assistant_\d+$/.test(name)) return builderTexts().tools.call_assistant
  return names[TOOL_OF[name] ?? name] ?? title ?? nameInWords(name)
}
