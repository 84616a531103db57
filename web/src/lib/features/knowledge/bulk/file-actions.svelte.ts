import type { KnowledgeFile } from '@bellwether/wire'
import { SvelteSet } from 'svelte/reactivity'
import { knowledgeTexts } from '$lib/texts/knowledge.ts'
import { pendingDeletes } from '$ui/feedback/pending-deletes.svelte.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { isUnderWay } from '../files/file-state.ts'
import type { KnowledgeFiles } from '../files/knowledge-files.svelte.ts'
import { deleteKnowledgeFile, fileKey } from '../knowledge.ts'
import {
  canOutlivePage,
  changeFiles,
  downloadFiles,
  type FileFilter,
  inBatches,
  listIds,
  replaceFile,
} from './bulk-api.ts'
import type { Selection } from './selection.svelte.ts'

interface Deps {
  base: () => string
  selection: Selection
  files: KnowledgeFiles
  filter: () => FileFilter
  onchanged: () => void
}

/** Deleted together, with one undo for all. Kept while other pages are shown: an undo must still find them. */
const hidden = new SvelteSet<string>()

/** What can be done with the files of a list, one or many. */
export class FileActions {
  /** The action that is running, or empty. */
  busy = $state<'' | 'all' | 'retry' | 'download' | 'delete'>('')
  /** Too many to be deleted with undo: the person has to confirm. */
  toConfirm = $state.raw<readonly string[]>([])
  #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  isHidden = (id: string): boolean => hidden.has(id)

  async #run(busy: 'all' | 'retry' | 'download' | 'delete', work: () => Promise<void>): Promise<void> {
    this.busy = busy
    await tryWithToast(work)
    this.busy = ''
  }

  /** Everything that matches the filter, on all pages. */
  selectAll = (): Promise<void> =>
    this.#run('all', async () => {
      const { base, filter, selection } = this.#deps
      selection.setAll(
        (await listIds(base(), filter())).filter(
          (id) => !hidden.has(id) && !pendingDeletes.has(fileKey({ id })),
        ),
      )
    })

  retry = (): Promise<void> =>
    this.#run('retry', async () => {
      const { base, selection, files } = this.#deps
      const results = await changeFiles(base(), [...selection.ids], { action: 'retry' })
      const done = results.filter((result) => result.done).length
      const t = knowledgeTexts().bulk
      const parts = [
        done > 0 ? t.processing({ count: done }) : '',
        done < results.length ? t.alreadyProcessing({ count: results.length - done }) : '',
      ]
      toasts.success(parts.filter(Boolean).join('. '))
      selection.clear()
      void files.watch()
    })

  download = (): Promise<void> =>
    this.#run('download', () => downloadFiles(this.#deps.base(), [...this.#deps.selection.ids]))

  remove = (ids: readonly string[]): void => {
    const { selection, files, onchanged } = this.#deps
    const base = this.#deps.base()
    const [first] = ids
    const only = ids.length === 1 ? files.items.find(({ id }) => id === first) : undefined
    if (only) this.removeOne(only)
    else if (!canOutlivePage(ids)) {
      this.toConfirm = ids
      return
    } else if (first !== undefined) {
      for (const id of ids) hidden.add(id)
      pendingDeletes.add({
        key: `files/${first}`,
        name: knowledgeTexts().bulk.files({ count: ids.length }),
        message: knowledgeTexts().bulk.deleted({ count: ids.length }),
        onkept: () => {
          for (const id of ids) hidden.delete(id)
        },
        work: async (isLeaving) => {
          await changeFiles(base, ids, { action: 'delete' }, isLeaving)
          files.drop(ids)
          onchanged()
          void files.watch()
        },
      })
    }
    selection.clear()
  }

  /** At once and without undo, in batches. If the page is closed in between, the rest stays. */
  removeConfirmed = (): Promise<void> =>
    this.#run('delete', async () => {
      const { base, selection, files, onchanged } = this.#deps
      const ids = this.toConfirm
      const at = base()
      for (const batch of inBatches(ids)) {
        await changeFiles(at, batch, { action: 'delete' })
        files.drop(batch)
        selection.setAll(batch, false)
      }
      toasts.success(knowledgeTexts().bulk.deleted({ count: ids.length }))
      onchanged()
      void files.watch()
    })

  removeOne = (file: KnowledgeFile): void => {
    const { selection, files, onchanged } = this.#deps
    const base = this.#deps.base()
    selection.setAll([file.id], false)
    pendingDeletes.add({
      key: fileKey(file),
      name: file.name,
      message: knowledgeTexts().knowledge.deleteFile.done({ name: file.name }),
      work: async (isLeaving) => {
        await deleteKnowledgeFile(base, file.id, isLeaving)
        files.drop([file.id])
        onchanged()
      },
    })
  }

  /** Asks for the new version and uploads it. */
  replace = (file: KnowledgeFile): void => {
    const input = Object.assign(document.createElement('input'), { type: 'file' })
    input.dataset['testid'] = 'replacement'
    input.hidden = true
    const remove = () => input.remove()
    input.addEventListener('cancel', remove)
    input.addEventListener('change', () => {
      const [version] = input.files ?? []
      remove()
      if (version) void this.#send(file, version)
    })
    // Some browsers only open the dialog of an input that is part of the page.
    document.body.append(input)
    input.click()
  }

  async #send(file: KnowledgeFile, version: File): Promise<void> {
    const { base, files } = this.#deps
    const t = knowledgeTexts().bulk
    const waiting = toasts.info(t.replacing({ name: file.name }))
    await tryWithToast(async () => {
      const now = await replaceFile(base(), file.id, version)
      files.replace(now)
      if (isUnderWay(now) || now.updated_at !== file.updated_at)
        toasts.success(t.replaced({ name: file.name }))
      else toasts.info(t.same({ name: file.name }))
    })
    toasts.dismiss(waiting)
    void files.watch()
  }
}
