import type { AssistantRecord, ReadAssistant, SavedAssistant, SettingsWarning } from '@bellwether/wire'
import { ApiError, api } from '$lib/api'
import { isObject, type Metadata, readMetadata, textOf } from './metadata.ts'

/** An assistant as the server's draft endpoints take it. */
export interface Draft {
  system_prompt: string
  prompt_template: string
  metadata: Metadata
}

/** What the form of every assistant has, of whichever kind. */
export abstract class AssistantForm {
  id = $state<number>()
  name = $state('')
  description = $state('')
  systemPrompt = $state('')
  template = $state('')
  connector = $state('')
  llm = $state('')
  vision = $state(false)
  /** Tools that change things also run when somebody else than the owner asks. */
  allowsChanges = $state(false)
  record = $state.raw<AssistantRecord>()
  warnings = $state.raw<SettingsWarning[]>([])
  error = $state.raw<unknown>()
  isSaving = $state(false)
  /** The keys of the tools that the last answer's faults and warnings count through. */
  judged = $state.raw<readonly number[]>([])
  /** Settings that this form has no field for: they are kept as they are. */
  protected rest: Metadata = {}
  #clean = $state('')

  abstract toDraft(): Draft
  abstract load(record: ReadAssistant): void

  get isDirty(): boolean {
    return this.#written !== this.#clean
  }

  get mayChange(): boolean {
    return !this.record || this.record.access_level === 'full' || this.record.access_level === null
  }

  /** Somebody else saved in the meantime. */
  get isConflict(): boolean {
    return this.error instanceof ApiError && this.error.status === 409
  }

  get #written(): string {
    return JSON.stringify([this.name, this.description, this.toDraft()])
  }

  markClean(): void {
    this.#clean = this.#written
  }

  /** What was proposed is not saved yet; leaving would lose it. */
  protected markUnsaved(): void {
    this.#clean = ''
  }

  /** Takes what all have, and gives back the settings that are left. */
  protected loadCommon(record: ReadAssistant): Metadata {
    const { connector, llm, capabilities, allow_side_effects, ...rest } = readMetadata(record.metadata)
    this.id = record.id
    this.record = record
    this.warnings = record.warnings ?? []
    this.name = record.name
    this.description = record.description
    this.systemPrompt = record.system_prompt
    this.template = record.prompt_template
    this.connector = textOf(connector)
    this.llm = textOf(llm)
    this.vision = isObject(capabilities) && capabilities['vision'] === true
    this.allowsChanges = allow_side_effects === true
    return { ...rest, ...(isObject(capabilities) ? { capabilities } : {}) }
  }

  protected get commonMetadata(): Metadata {
    const kept = this.rest['capabilities']
    return {
      connector: this.connector,
      llm: this.llm,
      capabilities: { image_generation: false, ...(isObject(kept) ? kept : {}), vision: this.vision },
      ...(this.allowsChanges ? { allow_side_effects: true } : {}),
    }
  }

  /** The keys of its tools, in order. */
  protected get keys(): readonly number[] {
    return []
  }

  /** As a save takes it. */
  protected toBody(): object {
    return this.toDraft()
  }

  protected takeSaved(saved: SavedAssistant): void {
    this.name = saved.name
    this.markClean()
  }

  /** Undefined when the server refused it; then `error` says why. */
  async save(): Promise<SavedAssistant | undefined> {
    this.isSaving = true
    this.error = undefined
    const named = this.record?.name === this.name ? {} : { name: this.name }
    const body = { ...named, description: this.description, ...this.toBody() }
    const [sent, keys] = [this.#written, this.keys]
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
      // What was written while it was on its way stays, and is not saved yet.
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
