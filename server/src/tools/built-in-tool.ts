import english from '../../../texts/en/tools.json' with { type: 'json' }
import type { Texts } from '../../../texts/types.d.ts'
import { toTexts } from '../platform/texts/to-texts.ts'
import { defineTool, type Tool } from './tool.ts'

type ToolTexts = Texts['tools']

/** The tools whose title and description are in `texts/<language>/tools.json`. */
export type BuiltInName = {
  [Name in keyof ToolTexts]: ToolTexts[Name] extends { description: string } ? Name : never
}[keyof ToolTexts]

interface WithSettings {
  title?: string
  settings?: Readonly<Record<string, { title: string; hint?: string }>>
}

const TEXTS = toTexts(english) as ToolTexts
const SHARED: WithSettings = TEXTS.shared

/** The English texts of a setting by its path, and the key by which the web app finds those of other languages. */
export const describeSettingOf =
  (owner: keyof ToolTexts) =>
  (path: string): Record<string, string> | undefined => {
    const own: WithSettings = TEXTS[owner]
    const found = own.settings?.[path] ?? SHARED.settings?.[path]
    if (!found) return undefined
    const { title, hint } = found
    return { title, ...(hint ? { description: hint } : {}), 'x-text': `${owner}.${path}` }
  }

/** Adds the English texts of a tool that is part of Bellwether. */
export function defineBuiltIn<C, I>(
  tool: Omit<Tool<C, I>, 'title' | 'description' | 'describeSetting'> & { name: BuiltInName },
): Tool {
  if (!Object.hasOwn(TEXTS, tool.name))
    throw new Error(`The tool ${tool.name} has no texts in texts/en/tools.json`)
  const { title, description } = TEXTS[tool.name]
  return defineTool<C, I>({ ...tool, title, description, describeSetting: describeSettingOf(tool.name) })
}
