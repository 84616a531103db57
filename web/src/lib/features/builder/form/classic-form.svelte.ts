import type { AssistantRecord, SavedAssistant, ToolInfo } from '@bellwether/wire'
import type { Defaults } from '$features/assistants/capabilities.svelte.ts'
import { defaultsOf } from '$features/schema-form/schema.ts'
import { isObject, textOf } from '$lib/json.ts'
import { missingIn, schemaOf } from '../tools/entries.ts'
import { AssistantForm, type Body, type Settings } from './assistant-form.svelte.ts'

/** The form state of a classic assistant. */
export class ClassicForm extends AssistantForm {
  collections = $state.raw<string[]>([])
  topK = $state<number | null>(3)

  constructor(record: AssistantRecord | undefined, defaults: Partial<Defaults> = {}) {
    super()
    if (record) {
      this.load(record)
    } else {
      this.systemPrompt = defaults.system_prompt ?? ''
      this.template = defaults.prompt_template ?? '{user_input}'
      this.metadata = {
        prompt_processor: 'simple_augment',
        connector: defaults.connector ?? '',
        llm: defaults.llm ?? '',
        rag_processor: 'no_rag',
      }
      this.markClean()
    }
  }

  /** On call, as they are stored. */
  get called(): unknown[] {
    const { tools } = this.metadata
    return Array.isArray(tools) ? tools : []
  }

  get rag(): string {
    return this.text('rag_processor') || 'no_rag'
  }

  protected override loadSettings(settings: Settings): void {
    super.loadSettings(settings)
    this.collections = settings.RAG_collections.split(',')
      .map((id) => id.trim())
      .filter(Boolean)
    this.topK = settings.RAG_Top_k
  }

  toDraft() {
    return {
      system_prompt: this.systemPrompt,
      prompt_template: this.template,
      metadata: this.metadata,
      rag_collections: this.collections.join(','),
      rag_top_k: this.topK ?? 3,
    }
  }

  protected override toBody(): Body {
    const { rag_collections, rag_top_k, ...draft } = this.toDraft()
    return { ...draft, RAG_collections: rag_collections, RAG_Top_k: rag_top_k }
  }

  /** The server may store a classic assistant's settings differently than they were sent. */
  protected override takeSaved(saved: SavedAssistant): void {
    this.load(saved)
  }

  isCalled = (name: string): boolean => this.called.some((entry) => nameOf(entry) === name)

  setCalled(info: ToolInfo, isOn: boolean): void {
    const others = this.called.filter((other) => nameOf(other) !== info.name)
    const entry = { type: info.name, use: 'call', enabled: true, config: defaultsOf(schemaOf(info)) }
    this.set('tools', isOn ? [...others, entry] : others.length > 0 ? others : undefined)
  }
}

const nameOf = (entry: unknown): string =>
  typeof entry === 'string' ? entry : isObject(entry) ? textOf(entry['type'] ?? entry['name']) : ''

/** Tools on call that need no further settings. Pure. */
export const callable = (tools: readonly ToolInfo[]): ToolInfo[] =>
  tools.filter((info) => info.uses.includes('call') && missingIn({ config: {} }, info).length === 0)
