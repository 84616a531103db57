import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import { isObject } from '$lib/json.ts'
import { moveItem } from '$lib/lists.ts'
import {
  type FormTool,
  findInfo,
  newEntry,
  placeholderOf,
  typeOf,
  withFreePlaceholder,
  withOwnPlaceholder,
} from '../tools/entries.ts'
import { toPlaceholderName } from '../tools/placeholder-name.ts'
import { AssistantForm, type Settings } from './assistant-form.svelte.ts'
import { placeholdersIn, placePlaceholder, removePlaceholder, renamePlaceholder } from './template.ts'
import type { Uploads } from './uploads.ts'

/** The initial content of a new assistant. */
export interface FormStart {
  name?: string
  description?: string
  system_prompt?: string
  prompt_template?: string
  connector?: string
  llm?: string
  tools?: ToolEntry[]
  suggested_questions?: string[]
  /** Created for this assistant; deleted again if it is not saved. */
  uploads?: Uploads
}

/** The names of the objects that a tool uses, such as its knowledge bases. */
export type TargetNames = (info: ToolInfo | undefined, config: Record<string, unknown>) => string[]

const isEntry = (value: unknown): value is ToolEntry => isObject(value) && typeof value['type'] === 'string'

let lastKey = 0
const keyed = (entry: ToolEntry): FormTool => ({ ...entry, config: entry.config ?? {}, key: ++lastKey })

/** The form state of a multi-tool assistant. */
export class BuilderForm extends AssistantForm {
  tools = $state.raw<FormTool[]>([])
  uploads: Uploads = { knowledgeBases: [], rubrics: [] }
  #catalogue: () => readonly ToolInfo[]
  #targetsOf: TargetNames

  /** `catalogue`: the tools of this server, as currently known. */
  constructor(catalogue: () => readonly ToolInfo[], targetsOf: TargetNames) {
    super()
    this.#catalogue = catalogue
    this.#targetsOf = targetsOf
  }

  get catalogue(): readonly ToolInfo[] {
    return this.#catalogue()
  }

  protected override get keys(): readonly number[] {
    return this.tools.map(({ key }) => key)
  }

  /** The type shown in the badge, derived from its tools. */
  get type(): string {
    return typeOf(this.tools, this.text('assistant_type'))
  }

  /** The placeholders filled by enabled tools. */
  get filled(): string[] {
    return this.tools.flatMap((tool) => {
      const placeholder = placeholderOf(tool, this.infoOf(tool.type))
      return tool.enabled && placeholder !== undefined ? [placeholder] : []
    })
  }

  infoOf = (type: string): ToolInfo | undefined => findInfo(this.catalogue, type)

  placeholderOf = (tool: FormTool): string | undefined => placeholderOf(tool, this.infoOf(tool.type))

  start(from: FormStart): void {
    this.name = from.name ?? ''
    this.description = from.description ?? ''
    this.systemPrompt = from.system_prompt ?? ''
    this.template = from.prompt_template ?? '{user_input}'
    this.metadata = {
      prompt_processor: 'multi_augment',
      assistant_type: 'multi_tool',
      connector: from.connector ?? '',
      llm: from.llm ?? '',
    }
    this.tools = (from.tools ?? []).map(keyed)
    this.questions = from.suggested_questions ?? []
    this.uploads = from.uploads ?? this.uploads
    this.markClean()
    if ((from.tools ?? []).length > 0) this.markUnsaved()
  }

  protected override loadSettings(settings: Settings): void {
    super.loadSettings(settings)
    const { tools } = this.metadata
    this.tools = (Array.isArray(tools) ? tools : []).filter(isEntry).map(keyed)
    this.judged = this.keys
  }

  toDraft() {
    return {
      system_prompt: this.systemPrompt,
      prompt_template: this.template,
      metadata: {
        ...this.metadata,
        tools: this.tools.map(({ key: _key, isNew: _isNew, ...entry }) => entry),
      },
    }
  }

  /** Also adds its placeholder to the template. `removeTool` undoes both. */
  addTool(info: ToolInfo, config: Record<string, unknown> = {}): FormTool {
    // Without a model, only tools in the prompt run.
    const entry = newEntry(info, this.tools, this.catalogue, this.connector !== 'quotes')
    const tool = { ...keyed({ ...entry, config: { ...entry.config, ...config } }), isNew: true }
    this.tools = [...this.tools, tool]
    this.#place(tool)
    this.#nameByTarget(tool, tool)
    return this.tools.find(({ key }) => key === tool.key) ?? tool
  }

  /** Remembers what a dropped file became. */
  noteUpload({ collections, rubric_id: rubric }: Record<string, unknown>): void {
    const { knowledgeBases, rubrics } = this.uploads
    this.uploads = {
      knowledgeBases: Array.isArray(collections)
        ? [...knowledgeBases, ...collections.map(String)]
        : knowledgeBases,
      rubrics: typeof rubric === 'string' ? [...rubrics, rubric] : rubrics,
    }
  }

  changeTool(key: number, change: Partial<ToolEntry>): void {
    const before = this.tools.find((tool) => tool.key === key)
    if (!before) return
    const next = { ...before, ...change }
    if (change.use === undefined || change.use === before.use) {
      this.#replace(next)
      return
    }
    if (change.use === 'call') this.#unplace(before)
    this.#replace(this.#withFreePlaceholder(next))
    this.#place(this.tools.find((tool) => tool.key === key))
  }

  #replace(next: FormTool): void {
    this.tools = this.tools.map((tool) => (tool.key === next.key ? next : tool))
  }

  #place(tool: FormTool | undefined): void {
    const placeholder = tool && this.placeholderOf(tool)
    if (placeholder !== undefined && !placeholdersIn(this.template).includes(placeholder))
      this.template = placePlaceholder(this.template, placeholder)
  }

  /** Keeps a placeholder that another tool fills as well. */
  #unplace(tool: FormTool): void {
    const placeholder = this.placeholderOf(tool)
    const isShared = this.tools.some(
      (other) => other.key !== tool.key && this.placeholderOf(other) === placeholder,
    )
    if (placeholder !== undefined && !isShared)
      this.template = removePlaceholder(this.template, placeholder).trimEnd()
  }

  /** Gives the tool a placeholder that no other tool fills. */
  #withFreePlaceholder(tool: FormTool): FormTool {
    const others = this.tools.filter(({ key }) => key !== tool.key)
    return withOwnPlaceholder(tool, others, this.catalogue)
  }

  #nameFor = ({ type, config }: FormTool): string | undefined => {
    const [first] = this.#targetsOf(this.infoOf(type), config)
    return first === undefined ? undefined : toPlaceholderName(first)
  }

  /**
   * Names the placeholder after the object that the tool uses, also in the template and in settings of other tools.
   * Names that someone else has given stay.
   */
  #nameByTarget(before: FormTool, next: FormTool): void {
    const old = this.placeholderOf(before)
    const name = this.#nameFor(next)
    const isOurs = before.isNew || (old !== undefined && old.replace(/_\d+$/, '') === this.#nameFor(before))
    if (old === undefined || name === undefined || !isOurs) return
    const others = this.tools.filter(({ key }) => key !== next.key)
    const renamed = withFreePlaceholder(next, name, others, this.catalogue)
    this.#replace(renamed)
    const placeholder = this.placeholderOf(renamed)
    if (placeholder === undefined || placeholder === old) return
    if (others.some((other) => this.placeholderOf(other) === old)) {
      this.#place(renamed)
      return
    }
    this.template = renamePlaceholder(this.template, old, placeholder)
    this.tools = this.tools.map((tool) => ({ ...tool, config: renameIn(tool.config, old, placeholder) }))
  }

  /** Whether the asking person must approve each call. */
  setApproval(key: number, isRequired: boolean): void {
    this.tools = this.tools.map((tool) => {
      if (tool.key !== key) return tool
      const { approval: _old, ...rest } = tool
      return isRequired ? { ...rest, approval: 'ask' } : rest
    })
  }

  configure(key: number, config: Record<string, unknown>): void {
    const before = this.tools.find((tool) => tool.key === key)
    if (!before) return
    const next = { ...before, config }
    this.#replace(next)
    this.#nameByTarget(before, next)
  }

  moveTool(key: number, to: number): void {
    this.tools = moveItem(
      this.tools,
      this.tools.findIndex((tool) => tool.key === key),
      to,
    )
  }

  /** Also removes its placeholder from the template. */
  removeTool(key: number): () => void {
    const [before, template] = [this.tools, this.template]
    const index = before.findIndex((tool) => tool.key === key)
    const removed = before[index]
    if (removed) this.#unplace(removed)
    this.tools = before.filter((tool) => tool.key !== key)
    const without = this.template
    return () => {
      if (!removed) return
      // Another tool may have taken its placeholder in the meantime.
      const back = this.#withFreePlaceholder(removed)
      this.tools = [...this.tools.slice(0, index), back, ...this.tools.slice(index)]
      if (this.template === without && back.placeholder === removed.placeholder) this.template = template
      else this.#place(back)
    }
  }
}

function renameIn(config: Record<string, unknown>, from: string, to: string): Record<string, unknown> {
  const rename = (value: unknown) => (typeof value === 'string' ? renamePlaceholder(value, from, to) : value)
  return Object.fromEntries(Object.entries(config).map(([name, value]) => [name, rename(value)]))
}
