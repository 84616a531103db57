import type { ToolInfo } from '@bellwether/wire'
import { lookup } from '$lib/i18n'
import { nameInWords } from '$lib/name-in-words.ts'
import { toolsTexts } from '$lib/texts/tools.ts'
import { toolOf } from '$lib/tools/hues.ts'

interface SettingTexts {
  readonly title: string
  readonly hint?: string
  readonly choices?: Readonly<Record<string, string>>
}
interface ToolTexts {
  readonly title?: string
  readonly description?: string
  readonly settings?: Readonly<Record<string, SettingTexts>>
}

/** Texts of a built-in tool; an operator's plugin brings its own. */
const textsOf = (tool: string): ToolTexts | undefined => lookup<ToolTexts>(toolsTexts(), tool)

/** A tool in the educator's words; an operator's plugin by its own title, or else by its name. */
export const toolName = (name: string, title?: string): string =>
  textsOf(toolOf(name))?.title ?? title ?? nameInWords(name)

export const toolDescription = ({ name, description }: Pick<ToolInfo, 'name' | 'description'>): string =>
  textsOf(name)?.description ?? description

/** Texts of a setting of a built-in tool or an assistant, by path: `http_request.headers.value`. */
export function settingTexts(key: string): SettingTexts | undefined {
  const [tool = '', ...path] = key.split('.')
  const texts = textsOf(tool)
  const shared: ToolTexts = toolsTexts().shared
  const setting = path.join('.')
  return texts && (lookup(texts.settings ?? {}, setting) ?? lookup(shared.settings ?? {}, setting))
}
