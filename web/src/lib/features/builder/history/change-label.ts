import { assistants, knowledgeBases, rubrics } from '$features/schema-form/resources.svelte.ts'
import { titleOf } from '$features/schema-form/schema.ts'
import { lookup } from '$lib/i18n'
import { isObject } from '$lib/json.ts'
import { assistantsTexts } from '$lib/texts/assistants.ts'
import { builderTexts } from '$lib/texts/builder.ts'
import { settingTexts, toolName } from '$lib/tools/tool-texts.ts'

const plainField = (field: string): string => field.replace(/^metadata\./, '')

const keyOf = (setting: string): string => `assistant_settings.${setting}`

/** The label of a changed field, as on the form. */
export function fieldName(field: string): string {
  const t = builderTexts().builder
  const columns: Record<string, string> = {
    name: t.name,
    description: t.purpose,
    system_prompt: t.systemPrompt,
    prompt_template: t.template,
  }
  const plain = plainField(field)
  return columns[plain] ?? settingTexts(keyOf(plain))?.title ?? titleOf(plain, {})
}

/** The value of a field before or after a change: tools and types as on the form, the rest unchanged. */
export function valueLabel(field: string, value: unknown): string {
  const words = builderTexts().builder.versions
  const plain = plainField(field)
  if (value === undefined || value === null || value === '')
    return plain === 'tools' ? words.none : words.notSet
  if (typeof value === 'boolean') return value ? words.on : words.offValue
  if (Array.isArray(value) && value.length === 0) return words.none
  if (plain === 'prompt_processor')
    return lookup(builderTexts().builder.classic.processors, String(value)) ?? String(value)
  if (plain === 'tools' && Array.isArray(value) && value.length > 0) return value.map(toolLabel).join('\n')
  if (isObject(value)) return settingLines(value, keyOf(plain)).join('\n') || words.none
  if (Array.isArray(value)) return value.map((item) => valueLabel('', item)).join('\n')
  if (typeof value !== 'string') return String(value)
  if (plain === 'rag_processor')
    return value === 'no_rag' ? builderTexts().builder.classic.noRag : toolName(value)
  const types: Record<string, string> = assistantsTexts().assistants.types
  return plain === 'assistant_type' ? (types[value] ?? value) : value
}

/** Switches that are off and empty settings say nothing. `parent`: the tool, and the path in its settings. */
const settingLines = (settings: Record<string, unknown>, parent: string): string[] =>
  Object.entries(settings)
    .filter(([, set]) => set !== false && set !== null && set !== '')
    .map(([name, set]) => {
      const key = `${parent}.${name}`
      const title = settingTexts(key)?.title ?? titleOf(name, {})
      return set === true ? title : `${title}: ${settingLabel(name, set, key)}`
    })

/** Objects by their names, as far as they are known. */
function settingLabel(name: string, set: unknown, key: string): string {
  const names = [set].flat().map((target) => nameOfTarget(name, String(target)))
  if (names.every((name) => name !== undefined)) return names.join(', ')
  return [set]
    .flat()
    .map((item) => (isObject(item) ? settingLines(item, key).join(', ') : String(item)))
    .join(', ')
}

function nameOfTarget(setting: string, id: string): string | undefined {
  if (setting === 'collections') return knowledgeBases.value?.find((base) => base.id === id)?.name
  if (setting === 'rubric_id') return rubrics.value?.find((rubric) => rubric.id === id)?.title
  if (setting === 'assistant_id')
    return assistants.value?.find((assistant) => String(assistant.id) === id)?.name
  return undefined
}

function toolLabel(entry: unknown): string {
  if (!isObject(entry)) return JSON.stringify(entry)
  const t = builderTexts().builder
  const { type, use, enabled, config, approval } = entry
  const details = [
    use === 'call' ? t.onCall : t.inPrompt,
    ...(enabled === false ? [t.versions.off] : []),
    ...(approval === 'ask' ? [t.askFirst] : []),
  ]
  const settings = settingLines(isObject(config) ? config : {}, String(type)).map((line) => `   ${line}`)
  return [`${toolName(String(type))} · ${details.join(' · ')}`, ...settings].join('\n')
}
