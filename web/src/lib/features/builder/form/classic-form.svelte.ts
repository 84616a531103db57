import type { AssistantRecord, SavedAssistant, ToolInfo } from '@bellwether/wire'
import type { Defaults } from '$features/assistants/capabilities.svelte.ts'
import { defaultsOf } from '$features/schema-form/schema.ts'
import { isObject, textOf } from '$lib/json.ts'
import { missingIn, schemaOf } from '../tools/entries.ts'
import { AssistantForm, type Settings } from './assistant-form.svelte.ts'

/** The form state of a classic assistant. */
export class ClassicForm extends AssistantForm {
  processor = $state('simple_augment')
  rag = $state('no_rag')
  collections = $state.raw<string[]>([])
  topK = $state<number | null>(3)
  filePath = $state('')
  rubricId = $state('')
  rubricFormat = $state<'markdown' | 'json'>('markdown')
  called = $state.raw<unknown[]>([])

  constructor(record: AssistantRecord | undefined, defaults: Partial<Defaults> = {}) {
    super()
    if (record) {
      this.load(record)
    } else {
      this.systemPrompt = defaults.system_prompt ?? ''
      this.template = defaults.prompt_template ?? '{user_input}'
      this.connector = defaults.connector ?? ''
      this.llm = defaults.llm ?? ''
      this.markClean()
    }
  }

  protected loadSettings(settings: Settings): void {
    const { tools, ...rest } = this.loadCommon(settings)
    this.processor = textOf(rest['prompt_processor']) || 'simple_augment'
    this.rag = textOf(rest['rag_processor']) || 'no_rag'
    this.collections = settings.RAG_collections.split(',')
      .map((id) => id.trim())
      .filter(Boolean)
    this.topK = settings.RAG_Top_k
    this.filePath = textOf(rest['file_path'])
    this.rubricId = textOf(rest['rubric_id'])
    this.rubricFormat = rest['rubric_format'] === 'json' ? 'json' : 'markdown'
    this.called = Array.isArray(tools) ? tools : []
    this.rest = rest
  }

  toDraft() {
    return {
      system_prompt: this.systemPrompt,
      prompt_template: this.template,
      metadata: {
        ...this.rest,
        ...this.commonMetadata,
        prompt_processor: this.processor,
        rag_processor: this.rag,
        file_path: this.filePath,
        rubric_id: this.rubricId,
        rubric_format: this.rubricFormat,
        ...(this.called.length > 0 ? { tools: this.called } : {}),
      },
      rag_collections: this.collections.join(','),
      rag_top_k: this.topK ?? 3,
    }
  }

  protected override toBody(): object {
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
    this.called = isOn ? [...others, entry] : others
  }
}

const nameOf = (entry: unknown): string =>
  typeof entry === 'string' ? entry : isObject(entry) ? textOf(entry['type'] ?? entry['name']) : ''

/** Tools on call that need no further settings. Pure. */
export const callable = (tools: readonly ToolInfo[]): ToolInfo[] =>
  tools.filter((info) => info.uses.includes('call') && missingIn({ config: {} }, info).length === 0)
