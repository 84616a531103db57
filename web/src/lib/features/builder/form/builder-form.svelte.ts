import type { ToolEntry, ToolInfo } from '@bellwether/wire'
import { isObject, textOf } from '$lib/json.ts'
import { moveItem } from '$lib/move-item.ts'
import {
  type FormTool,
  findInfo,
  newEntry,
  placeholderOf,
  typeOf,
  withOwnPlaceholder,
} from '../tools/entries.ts'
import { AssistantForm, type Settings } from './assistant-form.svelte.ts'

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
}

const isEntry = (value: unknown): value is ToolEntry => isObject(value) && typeof value['type'] === 'string'

let lastKey = 0
const keyed = (entry: ToolEntry): FormTool => ({ ...entry, config: entry.config ?? {}, key: ++lastKey })

/** The form state of a multi-tool assistant. */
export class BuilderForm extends AssistantForm {
  tools = $state.raw<FormTool[]>([])
  /** Tool output in the prompt is marked as data. */
  fencesData = $state(true)
  #catalogue: () => readonly ToolInfo[]

  /** `catalogue`: the tools of this server, as currently known. */
  constructor(catalogue: () => readonly ToolInfo[]) {
    super()
    this.#catalogue = catalogue
  }

  get catalogue(): readonly ToolInfo[] {
    return this.#catalogue()
  }

  protected override get keys(): readonly number[] {
    return this.tools.map(({ key }) => key)
  }

  /** The type shown in the badge, derived from its tools. */
  get type(): string {
    return typeOf(this.tools, textOf(this.rest['assistant_type']))
  }

  /** The placeholders filled by enabled tools. */
  get filled(): string[] {
    return this.tools.flatMap((tool) => {
      const placeholder = placeholderOf(tool, this.infoOf(tool.type))
      return tool.enabled && placeholder !== undefined ? [placeholder] : []
    })
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
    if ((from.tools ?? []).length > 0) this.markUnsaved()
  }

  protected loadSettings(settings: Settings): void {
    const { tools, fence_data, ...rest } = this.loadCommon(settings)
    this.tools = (Array.isArray(tools) ? tools : []).filter(isEntry).map(keyed)
    this.fencesData = fence_data !== false
    this.rest = rest
    this.judged = this.keys
  }

  toDraft() {
    return {
      system_prompt: this.systemPrompt,
      prompt_template: this.template,
      metadata: {
        prompt_processor: 'multi_augment',
        assistant_type: 'multi_tool',
        ...this.rest,
        ...this.commonMetadata,
        ...(this.fencesData ? {} : { fence_data: false }),
        tools: this.tools.map(({ key: _key, ...entry }) => entry),
      },
    }
  }

  addTool(info: ToolInfo, config: Record<string, unknown> = {}): FormTool {
    const entry = newEntry(info, this.tools, this.catalogue)
    const tool = keyed({ ...entry, config: { ...entry.config, ...config } })
    this.tools = [...this.tools, tool]
    return tool
  }

  changeTool(key: number, change: Partial<ToolEntry>): void {
    this.tools = this.tools.map((tool) => {
      if (tool.key !== key) return tool
      const next = { ...tool, ...change }
      return change.use === undefined ? next : this.#withFreePlaceholder(next)
    })
  }

  /** Gives the tool a placeholder that no other tool fills. */
  #withFreePlaceholder(tool: FormTool): FormTool {
    const others = this.tools.filter(({ key }) => key !== tool.key)
    return withOwnPlaceholder(tool, others, this.catalogue)
  }

  /** Whether the asking person must approve each call. */
  setApproval(key: number, asks: boolean): void {
    this.tools = this.tools.map((tool) => {
      if (tool.key !== key) return tool
      const { approval: _old, ...rest } = tool
      return asks ? { ...rest, approval: 'ask' } : rest
    })
  }

  configure(key: number, config: Record<string, unknown>): void {
    this.tools = this.tools.map((tool) => (tool.key === key ? { ...tool, config } : tool))
  }

  moveTool(key: number, to: number): void {
    this.tools = moveItem(
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
      // Another tool may have taken its placeholder in the prompt in the meantime.
      if (gone)
        this.tools = [
          ...this.tools.slice(0, index),
          this.#withFreePlaceholder(gone),
          ...this.tools.slice(index),
        ]
    }
  }
}
