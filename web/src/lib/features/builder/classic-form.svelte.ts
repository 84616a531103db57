import type { AssistantRecord, SavedAssistant, ToolInfo } from '@bellwether/wire'
import { shownName } from '$features/assistants/assistants.ts'
import { defaultsOf } from '$features/schema-form/schema.ts'
import { api } from '$lib/api'
import { missingIn, schemaOf } from './entries.ts'
import { readMetadata } from './form.svelte.ts'
import type { Defaults } from './models.svelte.ts'

type Metadata = Record<string, unknown>
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const isObject = (value: unknown): value is Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A classic assistant, as it stands in its form. */
export class ClassicForm {
  id = $state<number>()
  name = $state('')
  description = $state('')
  systemPrompt = $state('')
  template = $state('')
  processor = $state('simple_augment')
  connector = $state('')
  llm = $state('')
  rag = $state('no_rag')
  collections = $state.raw<string[]>([])
  topK = $state<number | null>(3)
  filePath = $state('')
  rubricId = $state('')
  rubricFormat = $state<'markdown' | 'json'>('markdown')
  vision = $state(false)
  called = $state.raw<unknown[]>([])
  record = $state.raw<AssistantRecord>()
  error = $state.raw<unknown>()
  isSaving = $state(false)
  #rest: Metadata = {}
  #clean = $state('')

  constructor(record: AssistantRecord | undefined, defaults: Partial<Defaults> = {}) {
    if (record) this.load(record)
    else {
      this.systemPrompt = defaults.system_prompt ?? ''
      this.template = defaults.prompt_template ?? '{user_input}'
      this.connector = defaults.connector ?? ''
      this.llm = defaults.llm ?? ''
      this.#clean = this.#written
    }
  }

  load(record: AssistantRecord): void {
    const { tools, capabilities, ...rest } = readMetadata(record.metadata)
    this.id = record.id
    this.record = record
    this.name = shownName(record.name)
    this.description = record.description
    this.systemPrompt = record.system_prompt
    this.template = record.prompt_template
    this.processor = textOf(rest['prompt_processor']) || 'simple_augment'
    this.connector = textOf(rest['connector'])
    this.llm = textOf(rest['llm'])
    this.rag = textOf(rest['rag_processor']) || 'no_rag'
    this.collections = record.RAG_collections.split(',')
      .map((id) => id.trim())
      .filter(Boolean)
    this.topK = record.RAG_Top_k
    this.filePath = textOf(rest['file_path'])
    this.rubricId = textOf(rest['rubric_id'])
    this.rubricFormat = rest['rubric_format'] === 'json' ? 'json' : 'markdown'
    this.vision = isObject(capabilities) && capabilities['vision'] === true
    this.called = Array.isArray(tools) ? tools : []
    this.#rest = { ...rest, capabilities: isObject(capabilities) ? capabilities : {} }
    this.#clean = this.#written
  }

  get isDirty(): boolean {
    return this.#written !== this.#clean
  }

  get #written(): string {
    return JSON.stringify([this.name, this.description, this.toDraft()])
  }

  get #metadata(): Metadata {
    return {
      ...this.#rest,
      prompt_processor: this.processor,
      connector: this.connector,
      llm: this.llm,
      rag_processor: this.rag,
      file_path: this.filePath,
      rubric_id: this.rubricId,
      rubric_format: this.rubricFormat,
      capabilities: {
        image_generation: false,
        ...(isObject(this.#rest['capabilities']) ? this.#rest['capabilities'] : {}),
        vision: this.vision,
      },
      ...(this.called.length > 0 ? { tools: this.called } : {}),
    }
  }

  toDraft() {
    return {
      system_prompt: this.systemPrompt,
      prompt_template: this.template,
      metadata: this.#metadata,
      rag_collections: this.collections.join(','),
      rag_top_k: this.topK ?? 3,
    }
  }

  async save(): Promise<SavedAssistant | undefined> {
    this.isSaving = true
    this.error = undefined
    const { rag_collections, rag_top_k, ...draft } = this.toDraft()
    const named = this.record && shownName(this.record.name) === this.name ? {} : { name: this.name }
    const body = {
      ...named,
      ...draft,
      description: this.description,
      RAG_collections: rag_collections,
      RAG_Top_k: rag_top_k,
    }
    try {
      const saved =
        this.id === undefined
          ? await api.post<SavedAssistant>('/assistants', body)
          : await api.put<SavedAssistant>(`/assistants/${this.id}`, {
              ...body,
              version: this.record?.version,
            })
      this.load(saved)
      return saved
    } catch (error) {
      this.error = error
      return undefined
    } finally {
      this.isSaving = false
    }
  }

  isCalled = (name: string): boolean => this.called.some((one) => nameOf(one) === name)

  setCalled(info: ToolInfo, isOn: boolean): void {
    const others = this.called.filter((one) => nameOf(one) !== info.name)
    const entry = { type: info.name, use: 'call', enabled: true, config: defaultsOf(schemaOf(info)) }
    this.called = isOn ? [...others, entry] : others
  }
}

const nameOf = (entry: unknown): string =>
  typeof entry === 'string' ? entry : isObject(entry) ? textOf(entry['type'] ?? entry['name']) : ''

/** Tools that the model may call and that need nothing to be chosen first. Pure. */
export const callable = (tools: readonly ToolInfo[]): ToolInfo[] =>
  tools.filter((info) => info.uses.includes('call') && missingIn({ config: {} }, info).length === 0)
