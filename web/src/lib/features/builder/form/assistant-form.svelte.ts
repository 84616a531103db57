import type { ReadAssistant, SavedAssistant, SettingsWarning } from '@bellwether/wire'
import { toSuggestedQuestions } from '@bellwether/wire/assistants/assistant-texts'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { readMetadata } from '$features/assistants/metadata.ts'
import { assistants } from '$features/schema-form/resources.svelte.ts'
import { ApiError, api } from '$lib/api'
import { isObject, type JsonObject, textOf } from '$lib/json.ts'

/** An assistant in the format of the server's draft endpoints. */
export type Draft = BodyOf<'post', '/assistant-drafts/preview'>['assistant'] & { metadata: JsonObject }

export type Body = BodyOf<'post', '/assistants'>

/** The settings that fill the form. */
export type Settings = Pick<
  ReadAssistant,
  'name' | 'description' | 'system_prompt' | 'prompt_template' | 'metadata' | 'RAG_collections' | 'RAG_Top_k'
>

/** The fields that all kinds of assistants have. */
export abstract class AssistantForm {
  id = $state<number>()
  name = $state('')
  description = $state('')
  systemPrompt = $state('')
  template = $state('')
  /** As they are stored: what the form does not change stays. */
  metadata = $state.raw<JsonObject>({})
  /** Whether the chat of the builder answers as for a student, without tools that only the owner can use. */
  asStudent = $state(true)
  record = $state.raw<ReadAssistant>()
  /** As it was when the page was opened: a save does not change it. */
  budgetUsedUpUntil = $state<number | null>(null)
  warnings = $state.raw<SettingsWarning[]>([])
  error = $state.raw<unknown>()
  isSaving = $state(false)
  /** The keys of the tools in the last response, to which errors and warnings refer by index. */
  judged = $state.raw<readonly number[]>([])
  #clean = $state('')
  /** The version that is being edited. */
  #base = $state<number>()

  abstract toDraft(): Draft

  load(record: ReadAssistant): void {
    this.id = record.id
    this.record = record
    if (record.budget_used_up_until !== undefined) this.budgetUsedUpUntil = record.budget_used_up_until
    this.#base = record.version
    this.warnings = record.warnings ?? []
    nameAsked(record)
    this.loadSettings(record)
    this.markClean()
  }

  /** The saved version that the form is based on. */
  get base(): number | undefined {
    return this.#base
  }

  /** The next save replaces this version, although someone else has saved it. */
  rebase(version: number): void {
    this.#base = version
    this.error = undefined
  }

  get isDirty(): boolean {
    return this.#written !== this.#clean
  }

  /** A setting without a value is not stored. */
  set(name: string, value: unknown): void {
    const { [name]: _old, ...others } = this.metadata
    this.metadata = value === undefined ? others : { ...this.metadata, [name]: value }
  }

  text = (name: string): string => textOf(this.metadata[name])
  isOn = (name: string): boolean => this.metadata[name] === true

  get connector(): string {
    return this.text('connector')
  }

  get llm(): string {
    return this.text('llm')
  }

  useModel({ connector, llm }: { connector: string; llm: string }): void {
    this.metadata = { ...this.metadata, connector, llm }
  }

  get questions(): string[] {
    return toSuggestedQuestions(this.metadata['suggested_questions'])
  }
  set questions(questions: string[]) {
    this.set('suggested_questions', questions.length === 0 ? undefined : questions)
  }

  get vision(): boolean {
    const { capabilities } = this.metadata
    return isObject(capabilities) && capabilities['vision'] === true
  }
  set vision(isOn: boolean) {
    const { capabilities } = this.metadata
    const others = isObject(capabilities) ? capabilities : { image_generation: false }
    this.set('capabilities', { ...others, vision: isOn })
  }

  get mayChange(): boolean {
    return !this.record || this.record.access_level === 'full' || this.record.access_level === null
  }

  /** Someone else saved in the meantime. */
  get isConflict(): boolean {
    return this.error instanceof ApiError && this.error.status === 409
  }

  get #written(): string {
    return JSON.stringify([this.name, this.description, this.toDraft()])
  }

  markClean(): void {
    this.#clean = this.#written
  }

  /** A proposal is not saved yet; leaving would lose it. */
  protected markUnsaved(): void {
    this.#clean = ''
  }

  protected loadSettings(settings: Settings): void {
    this.name = settings.name
    this.description = settings.description
    this.systemPrompt = settings.system_prompt
    this.template = settings.prompt_template
    this.metadata = readMetadata(settings.metadata)
  }

  /** The keys of its tools, in order. */
  protected get keys(): readonly number[] {
    return []
  }

  /** The body of a save request. */
  protected toBody(): Body {
    return this.toDraft()
  }

  /** The content of the form, for a local draft. */
  toKept(): object {
    return { version: this.#base, name: this.name, description: this.description, ...this.toBody() }
  }

  /** Restores a local draft, without saving it. */
  restore(draft: unknown): void {
    if (!isObject(draft)) return
    const clean = this.#clean
    const { version, RAG_Top_k: topK } = draft
    // If someone else has saved since then, saving is refused as a conflict.
    if (typeof version === 'number') this.#base = version
    this.loadSettings({
      name: textOf(draft['name']),
      description: textOf(draft['description']),
      system_prompt: textOf(draft['system_prompt']),
      prompt_template: textOf(draft['prompt_template']),
      metadata: JSON.stringify(draft['metadata'] ?? {}),
      RAG_collections: textOf(draft['RAG_collections']),
      RAG_Top_k: typeof topK === 'number' ? topK : 3,
    })
    this.warnings = []
    this.#clean = clean
  }

  protected takeSaved(saved: SavedAssistant): void {
    this.name = saved.name
    this.markClean()
  }

  /** Undefined if the server refused it; then `error` has the reason. */
  async save(): Promise<SavedAssistant | undefined> {
    this.isSaving = true
    this.error = undefined
    const nameChange = this.record?.name === this.name ? {} : { name: this.name }
    const body = { ...nameChange, description: this.description, ...this.toBody() }
    const [sent, keys] = [this.#written, this.keys]
    try {
      const saved =
        this.id === undefined
          ? await api.post('/assistants', { body })
          : await api.put('/assistants/{id}', {
              params: { id: this.id },
              body: { ...body, version: this.#base ?? null },
            })
      this.id = saved.id
      this.record = saved
      this.#base = saved.version
      // Edits made during the request stay and are not saved yet.
      if (this.#written === sent) this.takeSaved(saved)
      else this.#clean = sent
      this.warnings = saved.warnings
      this.judged = keys
      return saved
    } catch (error) {
      this.error = error
      this.judged = keys
      return undefined
    } finally {
      this.isSaving = false
    }
  }
}

/** Readers of a shared orchestrator may have no access to the assistants that it asks, but see what they are called. */
function nameAsked({ objects = [], is_owner }: ReadAssistant): void {
  for (const { kind, id, name } of objects)
    if (kind === 'assistant' && name !== null)
      assistants.substitute({
        id: Number(id),
        name,
        description: '',
        can_be_tool: true,
        is_owner: is_owner === true,
        owner_name: '',
      })
}
