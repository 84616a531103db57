import english from '../../../texts/en/tools.json' with { type: 'json' }
import type { Texts } from '../../../texts/types.d.ts'
import { toTexts } from '../platform/texts/to-texts.ts'
import { defineTool, type Tool } from './tool.ts'

type ToolTexts = Texts['tools']

/** The tools whose title and description are in `texts/<language>/tools.json`. */
export type BuiltInName = {
  [Name in keyof ToolTexts]: ToolTexts[Name] extends { description: string } ? Name : never
}[keyof ToolTexts]

type Settings = Readonly<Record<string, { title: string; hint?: string }>>

const TEXTS = toTexts(english) as ToolTexts
const SHARED: Settings = TEXTS.shared.settings

/** Adds the English texts of a tool that is part of Bellwether; one without texts does not compile. */
export function defineBuiltIn<C, I>(
  tool: Omit<Tool<C, I>, 'title' | 'description' | 'describeSetting'> & { name: BuiltInName },
): Tool {
  const texts: { title: string; description: string; settings?: Settings } = TEXTS[tool.name]
  return defineTool<C, I>({
    ...tool,
    title: texts.title,
    description: texts.description,
    describeSetting(path) {
      const found = texts.settings?.[path] ?? SHARED[path]
      if (!found) return undefined
      const { title, hint } = found
      return { title, ...(hint ? { description: hint } : {}), 'x-text': `${tool.name}.${path}` }
    },
  })
}
