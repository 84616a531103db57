import type { WorkspaceChangedFile } from '@bellwether/wire'
import { SvelteMap, SvelteSet } from 'svelte/reactivity'
import type { StreamedEdit } from '$lib/api'
import { ApiError } from '$lib/api'
import { Loadable } from '$lib/state/loadable.svelte.ts'
import { type Moment, toMoments } from './changes/timeline.ts'
import {
  type Draft,
  isOutdated,
  leftAfter,
  readDrafts,
  toShown,
  typedOver,
  withLineEndsOf,
} from './files/drafts.ts'
import { foldersOf, MANY, toRows } from './files/tree.ts'
import {
  type OpenFile,
  PAGE,
  readChanges,
  readCheckpoints,
  readEdits,
  readFile,
  readTree,
  readWorkspace,
  writeFile,
} from './workspaces.ts'

/** Several edits in a row cause one refresh. */
const PAUSE_MS = 250
const MAX_MOMENTS = 500

/** The state of a workspace page: its files, the open file, unsaved changes and the history. */
export class WorkspaceState {
  readonly id: string
  path = $state('')
  /** Unsaved text, by path. */
  drafts = new SvelteMap<string, Draft>()
  folded = new SvelteSet<string>()
  /** Files that the assistant has changed since the page was opened. */
  touched = new SvelteSet<string>()
  shownMoments = $state(PAGE)
  detail = new Loadable((signal) => readWorkspace(this.id, signal))
  tree = new Loadable(async (signal) => toRows(await readTree(this.id, signal)))
  changes = new Loadable((signal) => readChanges(this.id, signal))
  moments = new Loadable<Moment[]>(async (signal) => {
    const [checkpoints, edits] = await Promise.all([
      readCheckpoints(this.id, signal, this.shownMoments),
      readEdits(this.id, signal, this.shownMoments),
    ])
    return toMoments(checkpoints, edits)
  })
  file = new Loadable<OpenFile | undefined>((signal) =>
    this.path === '' ? Promise.resolve(undefined) : readFile(this.id, this.path, signal),
  )
  #timer: ReturnType<typeof setTimeout> | undefined
  #isRefused = $state(false)
  #isFirstTree = true

  constructor(id: string) {
    this.id = id
  }

  get mayEdit(): boolean {
    return this.detail.value !== undefined && this.detail.value.role !== 'read'
  }

  get text(): string {
    return this.drafts.get(this.path)?.text ?? toShown(this.file.value?.text ?? '')
  }

  set text(next: string) {
    this.#keep(this.path, typedOver(this.file.value, this.drafts.get(this.path), next))
  }

  #keep(path: string, draft: Draft | undefined): void {
    if (draft) this.drafts.set(path, draft)
    else this.drafts.delete(path)
  }

  /** Restores drafts of an earlier visit. */
  restore(stored: unknown): void {
    for (const [path, draft] of readDrafts(stored)) this.drafts.set(path, draft)
  }

  /** Another user saved the open file after editing began. */
  get isStale(): boolean {
    const draft = this.drafts.get(this.path)
    return draft !== undefined && (this.#isRefused || isOutdated(draft, this.file.value))
  }

  get isDirty(): boolean {
    return this.drafts.has(this.path)
  }

  /** The changes to the open file since it was approved. */
  get change(): WorkspaceChangedFile | undefined {
    return this.changes.value?.changed_files.find(({ path }) => path === this.path)
  }

  async load(): Promise<void> {
    await Promise.all([this.detail.load(), this.tree.load(), this.changes.load(), this.moments.load()])
    if (!this.#isFirstTree || !this.tree.value) return
    this.#isFirstTree = false
    if (this.tree.value.length > MANY)
      for (const row of this.tree.value) if (row.kind === 'folder') this.folded.add(row.path)
  }

  open(path: string): void {
    if (path === this.path && this.file.value) return
    this.path = path
    this.#isRefused = false
    this.file.value = undefined
    for (const folder of foldersOf(path)) this.folded.delete(folder)
    void this.file.load()
  }

  /** Returns whether the file was saved. A newer version is overwritten only if `overwrite` says so. */
  async save(overwrite = false): Promise<boolean> {
    const { path } = this
    const opened = this.file.value
    if (!opened || opened.path !== path) return false
    const shown = this.text
    const text = withLineEndsOf(opened.text ?? '', shown)
    try {
      const over = this.drafts.get(path)?.hash ?? opened.hash
      const { hash } = await writeFile(this.id, path, text, overwrite ? undefined : over)
      const now = this.drafts.get(path)?.text ?? toShown(opened.text ?? '')
      this.#keep(path, leftAfter(shown, now, hash ?? ''))
      if (this.path === path) this.#show({ ...opened, text, hash: hash ?? '' })
      this.refresh()
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      if (this.path === path) this.#isRefused = true
      return false
    }
  }

  #show(file: OpenFile): void {
    // A response requested before the save would be outdated.
    this.file.stop()
    this.file.value = file
    this.#isRefused = false
  }

  /** Called when the file was deleted. Closes it if it is still open. */
  forget(path: string): void {
    this.drafts.delete(path)
    if (this.path === path) this.open('')
    this.refresh()
  }

  /** Discards unsaved text and shows the saved file. */
  async reload(): Promise<void> {
    this.drafts.delete(this.path)
    this.#isRefused = false
    await this.file.load()
  }

  /** Called when an assistant has changed a file while the page is open. */
  notice({ workspace, path }: StreamedEdit): void {
    if (workspace !== this.id) return
    this.touched.add(path)
    if (!this.isDirty && this.path !== path) this.open(path)
    else if (this.isDirty && this.path === path) this.#isRefused = true
    this.refresh()
  }

  /** Reloads what an edit may have changed. */
  refresh(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#refresh(), PAUSE_MS)
  }

  async #refresh(): Promise<void> {
    const isShown = this.path !== '' && !this.isDirty
    await Promise.all([this.load(), ...(isShown ? [this.file.load()] : [])])
  }

  showOlder(): void {
    this.shownMoments = Math.min(MAX_MOMENTS, this.shownMoments + PAGE)
    void this.moments.load()
  }

  get hasOlder(): boolean {
    return (this.moments.value?.length ?? 0) >= this.shownMoments && this.shownMoments < MAX_MOMENTS
  }

  leave(): void {
    clearTimeout(this.#timer)
    for (const loadable of [this.detail, this.tree, this.changes, this.moments, this.file]) loadable.stop()
  }
}
