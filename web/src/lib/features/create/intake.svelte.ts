import type { ReadPassage } from '@bellwether/wire/assistants/starter-questions'
import { isUnreadable } from '$features/builder/form/dropped-files.ts'
import { type FileKind, isInspected, kindOfFile } from '$features/builder/form/file-kind.ts'
import type { Uploads } from '$features/builder/form/uploads.ts'
import { refusalOf } from '$features/knowledge/files/uploads.svelte.ts'
import { uploadFile } from '$features/knowledge/knowledge.ts'
import { addRubricFile } from '$features/schema-form/resource-kinds.svelte.ts'
import { createKnowledgeBase } from '$features/schema-form/resources.svelte.ts'
import { ApiError, api, isAbort } from '$lib/api'
import { errorMessage } from '$lib/errors/error-message.ts'
import { pathOf } from '$lib/files/dropped-files.ts'
import { messageText } from '$lib/messages'
import { assistantsTexts } from '$lib/texts/assistants.ts'

export interface TakenFile {
  id: number
  name: string
  kind: FileKind
  state: 'sending' | 'reading' | 'done' | 'failed'
  /** From 0 to 1, first for uploading and then for processing. */
  share: number
  fault: string
  /** The server's id of the file in its knowledge base, or of the rubric. */
  ref: string | undefined
}

const POLL_MS = 600
/** The server continues processing while it can't be reached: uploads fail after this many failed polls in a row. */
const MAX_FAILED_POLLS = 20
/** Files that are uploaded, or polled until they are read, at the same time. */
const AT_ONCE = 6
/** Length of a knowledge base's name. */
const MAX_NAME_LENGTH = 100
/** Files up to this size may be a rubric or an assistant; larger ones are documents. */
const MAX_INSPECTED_BYTES = 1024 * 1024

/** Processes files as they are dropped: documents go into one new knowledge base, rubrics are imported. */
export class Intake {
  files = $state<TakenFile[]>([])
  knowledgeBaseId = $state<string>()
  #base: Promise<string> | undefined
  #created: { knowledgeBases: string[]; rubrics: string[] } = { knowledgeBases: [], rubrics: [] }
  #lastId = 0
  #left = new AbortController()
  #nameOfBase: () => string

  constructor(nameOfBase: () => string) {
    this.#nameOfBase = nameOfBase
  }

  get isBusy(): boolean {
    return this.files.some(({ state }) => state === 'sending' || state === 'reading')
  }

  get documents(): TakenFile[] {
    return this.files.filter(({ kind, state }) => kind === 'document' && state === 'done')
  }

  get rubricIds(): string[] {
    return this.files.flatMap(({ kind, state, ref }) =>
      kind === 'rubric' && state === 'done' && ref ? [ref] : [],
    )
  }

  /** Everything that was created for these files, also for those that were removed or have failed. */
  get uploads(): Uploads {
    return { knowledgeBases: this.#created.knowledgeBases, rubrics: this.#created.rubrics }
  }

  async take(list: Iterable<File>): Promise<void> {
    const waiting = Array.from(list, (file) => ({ file, entry: this.#list(pathOf(file), 'sending') }))
    const takeNext = async (): Promise<void> => {
      const next = waiting.shift()
      if (!next || this.hasLeft) return
      await this.#takeOne(next.file, next.entry)
      return takeNext()
    }
    await Promise.all(Array.from({ length: AT_ONCE }, takeNext))
  }

  /** No navigation after the user has left the page. */
  get hasLeft(): boolean {
    return this.#left.signal.aborted
  }

  leave(): void {
    this.#left.abort()
  }

  drop(id: number): void {
    this.files = this.files.filter((file) => file.id !== id)
  }

  async #takeOne(file: File, entry: TakenFile): Promise<void> {
    const isRead = isInspected(file.name) && file.size <= MAX_INSPECTED_BYTES
    const kind = kindOfFile(file.name, isRead ? await file.text() : undefined)
    entry.kind = kind
    try {
      const refusal = refusalOf(file)
      if (refusal !== undefined) throw new RejectedFile(refusal)
      if (kind === 'assistant') throw new RejectedFile(assistantsTexts().create.isAssistant)
      if (kind === 'rubric') await this.#importRubric(file, entry)
      else await this.#read(file, entry)
      entry.state = 'done'
    } catch (error) {
      if (isAbort(error)) return
      entry.state = 'failed'
      entry.fault = error instanceof RejectedFile ? error.message : errorMessage(error)
    }
  }

  #list(name: string, state: TakenFile['state'], fault = ''): TakenFile {
    this.files.push({ id: ++this.#lastId, name, kind: 'document', state, share: 0, fault, ref: undefined })
    return this.files[this.files.length - 1] as TakenFile
  }

  /** A file that is called a rubric, but has none in it, is read as a document. */
  async #importRubric(file: File, entry: TakenFile): Promise<void> {
    try {
      const id = await addRubricFile(file, {
        onProgress: (share) => (entry.share = share),
        signal: this.#left.signal,
      })
      entry.ref = id
      this.#created.rubrics.push(id)
    } catch (error) {
      if (!isUnreadable(error) || /\.json$/i.test(file.name)) throw error
      entry.kind = 'document'
      await this.#read(file, entry)
    }
  }

  async #read(file: File, entry: TakenFile): Promise<void> {
    const base = await this.#ensureBase()
    const { files, skipped } = await uploadFile(base, file, {
      onProgress: (share) => (entry.share = share),
      signal: this.#left.signal,
    })
    for (const left of skipped) this.#list(left.name, 'failed', messageText(left.message, left))
    entry.ref = files[0]?.id
    entry.state = 'reading'
    entry.share = 0
    await this.#untilRead(base, entry)
  }

  /** One for all files of this page, created with the first. */
  #ensureBase(): Promise<string> {
    this.#base ??= createKnowledgeBase(this.#nameOfBase().slice(0, MAX_NAME_LENGTH)).then((id) => {
      this.knowledgeBaseId = id
      this.#created.knowledgeBases.push(id)
      return id
    })
    // A failed attempt must not prevent the next file from trying again.
    this.#base.catch(() => {
      this.#base = undefined
    })
    return this.#base
  }

  async #untilRead(base: string, entry: TakenFile): Promise<void> {
    for (let failedPolls = 0; ; ) {
      try {
        const file = await api.get('/knowledge-bases/{id}/files/{file}', {
          params: { id: base, file: entry.ref ?? '' },
          signal: this.#left.signal,
        })
        failedPolls = 0
        entry.share = file.percentage / 100
        if (file.status === 'completed') return
        if (file.status === 'failed' || file.status === 'cancelled')
          throw new RejectedFile(messageText(file.error_message ?? file.message, file))
      } catch (error) {
        if (!isTemporary(error) || ++failedPolls > MAX_FAILED_POLLS) throw error
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
  }

  /** Passages of the documents, for suggesting questions. */
  async passages(): Promise<ReadPassage[]> {
    const lists = await Promise.all(
      this.documents.slice(0, 3).map(({ ref }) =>
        api
          .get('/knowledge-bases/{id}/files/{file}/passages', {
            params: { id: this.knowledgeBaseId ?? '', file: ref ?? '' },
            query: { limit: 50 },
            signal: this.#left.signal,
          })
          .then(({ passages }) => passages)
          // Suggested questions are optional: the page continues without them.
          .catch(() => []),
      ),
    )
    return lists.flat()
  }
}

/** An error with a message for the user. */
class RejectedFile extends Error {}

/** A temporary failure: no response, or the server is busy. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.isUnreachable || error.status === 429 || error.status >= 500)
