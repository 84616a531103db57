import type { AssistantRecord, SavedAssistant, SettingsWarning, ToolEntry, ToolInfo } from '@bellwether/wire'
import { shownName } from '$features/assistants/assistants.ts'
import { ApiError, api } from '$lib/api'
import { type FormTool, findInfo, moved, newEntry, placeOf, withConfig } from './entries.ts'

/** What a new assistant begins with. */
export interface FormStart {
  name?: string
  description?: string
  system_prompt?: string
  prompt_template?: string
  connector?: string
  llm?: string
  tools?: ToolEntry[]
  suggested_questions?: string[]
}

type Metadata = Record<string, unknown>

const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function readMetadata(json: string): Metadata {
  try {
    const value: unknown = JSON.parse(json || '{}')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
const isEntry = (value: unknown): value is ToolEntry => isObject(value) && typeof value['type'] === 'string'

let lastKey = 0
const keyed = (entry: ToolEntry): FormTool => ({ ...entry, config: entry.config ?? {}, key: ++lastKey })

/** An assistant made of tools, as it stands in its form. */
export class BuilderForm {
  id = $state<number>()
  name = $state('')
  description = $state('')
  systemPrompt = $state('')
  template = $state('')
  connector = $state('')
  llm = $state('')
  vision = $state(false)
  tools = $state.raw<FormTool[]>([])
  questions = $state.raw<string[]>([])
  record = $state.raw<AssistantRecord>()
  warnings = $state.raw<SettingsWarning[]>([])
  error = $state.raw<unknown>()
  isSaving = $state(false)
  catalogue: readonly ToolInfo[] = $state.raw([])
  /** Settings that this form has no field for: they are kept as they are. */
  #rest: Metadata = {}
  #clean = $state('')

  get isDirty(): boolean {
    return this.#written !== this.#clean
  }

  /** What the tools that are switched on put into the prompt. */
  get filled(): string[] {
    return this.tools.flatMap((tool) => {
      const place = placeOf(tool, this.infoOf(tool.type))
      return tool.enabled && place !== undefined ? [place] : []
    })
  }

  get #written(): string {
    return JSON.stringify([this.name, this.description, this.toDraft()])
  }

  infoOf = (type: string): ToolInfo | undefined => findInfo(this.catalogue, type)

  start(from: FormStart): void {
    this.name = from.name ?? ''
    this.description = from.description ?? ''
    this.systemPrompt = from.system_prompt ?? ''
    this.template = from.prompt_template ?? '{user_input}'
    this.connector = from.connector ?? ''
    this.llm = from.llm ?? ''
    this.tools = (from.tools ?? []).map(keyed)
    this.questions = from.suggested_questions ?? []
    this.markClean()
    // What was proposed is not saved yet; leaving would lose it.
    if ((from.tools ?? []).length > 0) this.#clean = ''
  }

  load(record: AssistantRecord): void {
    const { connector, llm, tools, capabilities, suggested_questions, ...rest } = readMetadata(
      record.metadata,
    )
    this.id = record.id
    this.record = record
    this.name = shownName(record.name)
    this.description = record.description
    this.systemPrompt = record.system_prompt
    this.template = record.prompt_template
    this.connector = textOf(connector)
    this.llm = textOf(llm)
    this.vision = isObject(capabilities) && capabilities['vision'] === true
    this.tools = (Array.isArray(tools) ? tools : []).filter(isEntry).map(keyed)
    this.questions = textsOf(suggested_questions)
    this.#rest = { ...rest, ...(isObject(capabilities) ? { capabilities } : {}) }
    this.markClean()
  }

  markClean(): void {
    this.#clean = this.#written
  }

  /** As the server's draft endpoints and a save take it. */
  toDraft(tools: readonly ToolEntry[] = this.tools) {
    return {
      system_prompt: this.systemPrompt,
      prompt_template: this.template,
      metadata: {
        prompt_processor: 'multi_augment',
        assistant_type: 'multi_tool',
        ...this.#rest,
        connector: this.connector,
        llm: this.llm,
        capabilities: {
          image_generation: false,
          ...(isObject(this.#rest['capabilities']) ? this.#rest['capabilities'] : {}),
          vision: this.vision,
        },
        ...(this.questions.length > 0 ? { suggested_questions: this.questions } : {}),
        tools: tools.map(({ ...entry }) => {
          const { key: _key, ...plain } = entry as FormTool
          return plain
        }),
      },
    }
  }

  /** Undefined when the server refused it; then `error` says why. */
  async save(): Promise<SavedAssistant | undefined> {
    this.isSaving = true
    this.error = undefined
    const named = this.record && shownName(this.record.name) === this.name ? {} : { name: this.name }
    const body = { ...named, description: this.description, ...this.toDraft() }
    try {
      const saved =
        this.id === undefined
          ? await api.post<SavedAssistant>('/assistants', body)
          : await api.put<SavedAssistant>(`/assistants/${this.id}`, {
              ...body,
              version: this.record?.version,
            })
      this.id = saved.id
      this.record = saved
      this.name = shownName(saved.name)
      this.warnings = saved.warnings
      this.markClean()
      return saved
    } catch (error) {
      this.error = error
      return undefined
    } finally {
      this.isSaving = false
    }
  }

  /** Somebody else saved in the meantime. */
  get isConflict(): boolean {
    return this.error instanceof ApiError && this.error.status === 409
  }

  addTool(info: ToolInfo): FormTool {
    const tool = keyed(newEntry(info, this.tools, this.catalogue))
    this.tools = [...this.tools, tool]
    return tool
  }

  changeTool(key: number, change: Partial<ToolEntry>): void {
    this.tools = this.tools.map((tool) => (tool.key === key ? { ...tool, ...change } : tool))
  }

  configure(key: number, config: Record<string, unknown>): void {
    this.tools = this.tools.map((tool) =>
      tool.key === key ? withConfig(tool, config, this.infoOf(tool.type)) : tool,
    )
  }

  moveTool(key: number, to: number): void {
    this.tools = moved(
      this.tools,
      this.tools.findIndex((tool) => tool.key === key),
      to,
    )
  }

  removeTool(key: number): () => void {
    const before = this.tools
    const index = before.findIndex((tool) => tool.key === key)
    const gone = before[index]
    this.tools = before.filter((tool) => tool.key !== key)
    return () => {
      if (gone) this.tools = [...this.tools.slice(0, index), gone, ...this.tools.slice(index)]
    }
  }
}
