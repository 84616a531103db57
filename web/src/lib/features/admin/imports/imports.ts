import type { LambImport } from '@bellwether/wire'
import { api } from '$lib/api'
import { upload } from '$lib/api/upload.ts'

export const EXISTING = ['refuse', 'link', 'skip'] as const
export const ON_CONFLICT = ['refuse', 'skip', 'new-id'] as const

export interface ImportDraft {
  db: File
  webui: File | undefined
  /** Zip archives of folders. */
  statics: File | undefined
  kbData: File | undefined
  libraryData: File | undefined
  existing: (typeof EXISTING)[number]
  onConflict: (typeof ON_CONFLICT)[number]
  trustAddresses: boolean
  kbUrl: string
  kbToken: string
}

/** Sends the files again for each run: nothing is kept on the server between a preview and the import. */
export function startImport(
  draft: ImportDraft,
  dryRun: boolean,
  onProgress: (share: number) => void,
): Promise<LambImport> {
  const form = new FormData()
  form.set('dry_run', String(dryRun))
  form.set('existing', draft.existing)
  form.set('on_conflict', draft.onConflict)
  form.set('trust_addresses', String(draft.trustAddresses))
  if (draft.kbUrl.trim() !== '') {
    form.set('kb_url', draft.kbUrl.trim())
    form.set('kb_token', draft.kbToken)
  }
  form.set('db', draft.db)
  if (draft.webui) form.set('webui', draft.webui)
  if (draft.statics) form.set('static', draft.statics)
  if (draft.kbData) form.set('kb_data', draft.kbData)
  if (draft.libraryData) form.set('library_data', draft.libraryData)
  return upload('/system/imports/lamb', { body: form, onProgress })
}

export const readImport = (id: string, signal?: AbortSignal) =>
  api.get('/system/imports/{id}', { params: { id }, signal })

export const latestImport = async (signal: AbortSignal): Promise<LambImport | undefined> =>
  (await api.get('/system/imports', { signal })).imports[0]
