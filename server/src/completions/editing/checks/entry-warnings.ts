import {
  type AssistantMetadata,
  type AssistantSnapshot,
  type Message,
  type SettingsWarning,
  say,
  type ToolEntry,
  toMessageBody,
} from '@bellwether/wire'
import type { ToolRegistry } from '../../../tools/registry.ts'
import type { Tool } from '../../../tools/tool.ts'
import { usesToolList } from '../../context/convert-classic.ts'
import { fillsMoreThanContext, placeholderOf, waitsFor } from '../../context/entry-tools.ts'
import { placeholdersOf } from '../../prompt-processors/fill-template.ts'
import {
  chooseProcessor,
  putsContextIntoSystemPrompt,
  removesUnfilled,
} from '../../prompt-processors/registry.ts'

/** Placeholders that need no tool. */
const ALWAYS_FILLED = ['user_input', 'moodle_user']
const TEMPLATE = '/prompt_template'

/** A tool that runs before the model, and its position in the settings. */
interface Placed {
  title: string
  placeholder: string
  path: string
  /** Whether the template may omit the tool's placeholder. */
  optional: boolean
}

/** Warnings about settings that can be saved but may not do what their author expects. Pure. */
export function warningsFor(
  form: Pick<AssistantSnapshot, 'prompt_template'>,
  settings: AssistantMetadata,
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
): SettingsWarning[] {
  const hasToolList = usesToolList(settings, entries)
  const process = chooseProcessor(settings.prompt_processor, fillsMoreThanContext(entries, tools))
  const hasOwnPlace = (placeholder: string) =>
    placeholder === 'context' && putsContextIntoSystemPrompt(process)
  const placed = (hasToolList ? placedEntries(entries, tools) : classicContext(settings, tools)).map(
    (entry) => ({ ...entry, optional: entry.optional || hasOwnPlace(entry.placeholder) }),
  )
  // Without any processor, LAMB also removes `{context}`.
  const removed = removesUnfilled(process) ? undefined : ['context']
  return [
    ...unknownTools(settings, entries, hasToolList, tools),
    ...aboutTemplate(form.prompt_template, placed, removed),
  ]
}

/** The listed tools that this server does not have, without duplicates. Pure. */
export const unavailableTools = (
  settings: AssistantMetadata,
  entries: readonly ToolEntry[],
  tools: ToolRegistry,
): string[] => {
  const processor = usesToolList(settings, entries) ? [] : [settings.rag_processor]
  const names = [...processor, ...entries.map((entry) => entry.type)]
  return [...new Set(names)].filter((name) => name !== '' && !tools.find(name))
}

function unknownTools(
  settings: AssistantMetadata,
  entries: readonly ToolEntry[],
  hasToolList: boolean,
  tools: ToolRegistry,
): SettingsWarning[] {
  const inList = entries.flatMap((entry, index) =>
    tools.find(entry.type)
      ? []
      : [
          toWarning(
            'unknown_tool',
            say('settings.no_tool', { name: entry.type }),
            `/metadata/tools/${index}`,
          ),
        ],
  )
  const processor = settings.rag_processor
  if (hasToolList || processor === '' || tools.find(processor)) return inList
  const message = say('settings.no_rag_processor', { name: processor })
  return [toWarning('unknown_tool', message, '/metadata/rag_processor'), ...inList]
}

function placedEntries(entries: readonly ToolEntry[], tools: ToolRegistry): Placed[] {
  const isUsed = (entry: ToolEntry) => entry.enabled && entry.use === 'inject'
  // Output used in another tool's settings need not appear in the template.
  const fed = new Set(
    entries.filter((entry) => entry.enabled).flatMap((entry) => waitsFor(entry, entries, tools)),
  )
  return entries.flatMap((entry, index) => {
    const placeholder = placeholderOf(entry, tools)
    if (!isUsed(entry) || placeholder === undefined) return []
    const tool = tools.find(entry.type)
    return [
      {
        title: tool?.title ?? entry.type,
        placeholder,
        path: `/metadata/tools/${index}`,
        optional: fed.has(placeholder) || isEmpty(tool),
      },
    ]
  })
}

/** Whether this is the tool for “no RAG”. */
const isEmpty = (tool: Tool | undefined): boolean => tool?.name === 'no_rag'

function classicContext(settings: AssistantMetadata, tools: ToolRegistry): Placed[] {
  const processor = settings.rag_processor
  if (processor === '') return []
  const tool = tools.find(processor)
  return [
    {
      title: tool?.title ?? processor,
      placeholder: 'context',
      path: '/metadata/rag_processor',
      optional: isEmpty(tool),
    },
  ]
}

/** `removed` lists the placeholders that would be removed; undefined = all. */
function aboutTemplate(
  template: string,
  placed: readonly Placed[],
  removed: readonly string[] | undefined,
): SettingsWarning[] {
  const required = placed.filter((entry) => !entry.optional)
  if (template === '') {
    const [first] = required
    if (!first) return []
    const placeholders = required.map(({ placeholder }) => `{${placeholder}}`).join(', ')
    const message = say('settings.empty_template', { question: '{user_input}', placeholders })
    return [toWarning('empty_template', message, TEMPLATE)]
  }
  const present = new Set(placeholdersOf(template))
  const filledNames = new Set([...ALWAYS_FILLED, ...placed.map(({ placeholder }) => placeholder)])
  const lacking = required
    .filter(({ placeholder }) => !present.has(placeholder))
    .map(({ title, placeholder, path }) => {
      const message = say('settings.placeholder_missing', { placeholder: `{${placeholder}}`, tool: title })
      return toWarning('placeholder_missing', message, path)
    })
  const unfilled = [...present]
    .filter((name) => !filledNames.has(name) && (removed?.includes(name) ?? true))
    .map((name) => {
      const message = say('settings.placeholder_unfilled', { placeholder: `{${name}}` })
      return toWarning('placeholder_unfilled', message, TEMPLATE)
    })
  return [...lacking, ...unfilled]
}

/** `path` is a JSON pointer into the assistant. Pure. */
export const toWarning = (code: string, message: Message, path: string): SettingsWarning => ({
  code,
  ...toMessageBody(message),
  path,
})
