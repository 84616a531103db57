import type {
  addedKnowledgeFilesSchema,
  KnowledgeBaseChange,
  KnowledgeFile,
  KnowledgeSettings,
  knowledgeAnswerSchema,
  knowledgeBaseDetailSchema,
  knowledgeBaseListSchema,
  knowledgeBaseSchema,
  knowledgeFileListSchema,
  knowledgePassagesSchema,
  knowledgeUsageSchema,
} from '@bellwether/wire'
import type * as z from 'zod'
import { api, download, fetchBlob, retryUpload, type UploadOptions, upload } from '$lib/api'
import { pathOf } from '$lib/files/dropped-files.ts'

/** API calls for knowledge bases. */
export type KnowledgeBase = z.infer<typeof knowledgeBaseSchema>
export type KnowledgeBaseList = z.infer<typeof knowledgeBaseListSchema>
export type KnowledgeBaseDetail = z.infer<typeof knowledgeBaseDetailSchema>
export type KnowledgeFileList = z.infer<typeof knowledgeFileListSchema>
export type KnowledgeAnswer = z.infer<typeof knowledgeAnswerSchema>
export type KnowledgeUsage = z.infer<typeof knowledgeUsageSchema>
export type FilePassages = z.infer<typeof knowledgePassagesSchema>
export type OcrLanguage = KnowledgeSettings['ocr_languages'][number]

export interface QueryOptions {
  question: string
  top_k: number
  sections: boolean
}

const BASES = '/knowledge-bases'
const BASE = '/knowledge-bases/{id}'
const FILE = '/knowledge-bases/{id}/files/{file}'
const ORIGINAL = `${FILE}/original` as const

export const basePath = ({ id }: { id: string }): string => `/knowledge/${id}`

export const listBases = (signal: AbortSignal): Promise<KnowledgeBaseList> => api.get(BASES, { signal })
export const createBase = (draft: { name: string; description: string }): Promise<KnowledgeBase> =>
  api.post(BASES, { body: draft })
export const readBase = (id: string, signal: AbortSignal): Promise<KnowledgeBaseDetail> =>
  api.get(BASE, { params: { id }, signal })
export const changeBase = (id: string, change: KnowledgeBaseChange): Promise<KnowledgeBase> =>
  api.patch(BASE, { params: { id }, body: change })
export const deleteBase = (id: string, isLeaving = false): Promise<unknown> =>
  api.delete(BASE, { params: { id }, outlivesPage: isLeaving })
/** The key for pending deletions. */
export const baseKey = ({ id }: { id: string }): string => `base/${id}`
export const fileKey = ({ id }: { id: string }): string => `file/${id}`
export const usageOf = (id: string): Promise<KnowledgeUsage> => api.get(`${BASE}/usage`, { params: { id } })

export const listFiles = (
  id: string,
  page: {
    limit: number
    offset: number
    search?: string
    tag?: string
    status?: KnowledgeFile['status'] | ''
  },
  signal: AbortSignal,
): Promise<KnowledgeFileList> =>
  api.get(`${BASE}/files`, { params: { id }, query: { ...page, status: page.status || undefined }, signal })

export type AddedFiles = z.infer<typeof addedKnowledgeFilesSchema>

/** One by one: a large file does not count towards the limit of a request together with others. */
export function uploadFile(base: string, file: File, options: UploadOptions): Promise<AddedFiles> {
  const form = new FormData()
  const path = pathOf(file)
  form.append('files', file, path)
  // Otherwise, files with the same name in different folders would replace each other.
  if (path.includes('/')) form.append('sync', 'true')
  // A file that arrives twice is unchanged.
  return retryUpload(
    () => upload(`${BASE}/files`, { params: { id: base }, body: form, ...options }),
    options.signal,
  )
}

/** A web page, or a video's transcript. */
export const addAddress = (id: string, url: string): Promise<unknown> =>
  api.post(`${BASE}/web-documents`, { params: { id }, body: { url } })

export const deleteKnowledgeFile = (id: string, file: string, isLeaving = false): Promise<KnowledgeFile> =>
  api.delete(FILE, { params: { id, file }, outlivesPage: isLeaving })
export const cancelFile = (id: string, file: string): Promise<KnowledgeFile> =>
  api.post(`${FILE}/cancel`, { params: { id, file } })
/** Settings with which a file is processed again. */
export interface RetryParams {
  password?: string
  ocr_languages?: OcrLanguage[]
  ocr_pictures?: boolean
  keep_running_heads?: boolean
}

export const retryFile = (id: string, file: string, params?: RetryParams): Promise<KnowledgeFile> =>
  api.post(`${FILE}/retry`, { params: { id, file }, body: params ? { params: { ...params } } : {} })

export const readPassages = (
  id: string,
  file: string,
  query: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<FilePassages> => api.get(`${FILE}/passages`, { params: { id, file }, query, signal })

export const ask = (id: string, query: QueryOptions, signal: AbortSignal): Promise<KnowledgeAnswer> =>
  api.post(`${BASE}/query`, { params: { id }, body: query, signal })

export const readOriginal = (id: string, file: string, signal?: AbortSignal): Promise<Blob> =>
  fetchBlob(ORIGINAL, { params: { id, file }, signal })
export const downloadOriginal = (id: string, file: string, name: string): Promise<void> =>
  download('get', ORIGINAL, name, { params: { id, file } })
