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
import { untyped as api, retryUpload, type UploadOptions, upload } from '$lib/api'
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
const fileOf = (base: string, file: string): string => `${BASES}/${base}/files/${file}`

export const basePath = ({ id }: { id: string }): string => `/knowledge/${id}`

export const listBases = (signal: AbortSignal): Promise<KnowledgeBaseList> => api.get(BASES, { signal })
export const createBase = (draft: { name: string; description: string }): Promise<KnowledgeBase> =>
  api.post(BASES, draft)
export const readBase = (id: string, signal: AbortSignal): Promise<KnowledgeBaseDetail> =>
  api.get(`${BASES}/${id}`, { signal })
export const changeBase = (id: string, change: KnowledgeBaseChange): Promise<KnowledgeBase> =>
  api.patch(`${BASES}/${id}`, change)
export const deleteBase = (id: string, isLeaving = false): Promise<unknown> =>
  api.delete(`${BASES}/${id}`, { outlivesPage: isLeaving })
/** The key for pending deletions. */
export const baseKey = ({ id }: { id: string }): string => `base/${id}`
export const fileKey = ({ id }: { id: string }): string => `file/${id}`
export const usageOf = (id: string): Promise<KnowledgeUsage> => api.get(`${BASES}/${id}/usage`)

export const listFiles = (
  base: string,
  page: { limit: number; offset: number; search?: string; tag?: string; status?: string },
  signal: AbortSignal,
): Promise<KnowledgeFileList> => api.get(`${BASES}/${base}/files`, { query: page, signal })

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
    () => upload('/knowledge-bases/{id}/files', form, { ...options, params: { id: base } }),
    options.signal,
  )
}

const VIDEO = /^https?:\/\/((www|m|music)\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)\//i

/** A web page, or a video's transcript. */
export const addAddress = (base: string, url: string): Promise<unknown> =>
  api.post(
    `/creator/knowledgebases/kb/${base}/plugin-ingest-base`,
    VIDEO.test(url)
      ? { plugin_name: 'youtube_transcript_ingest', parameters: { video_url: url } }
      : { plugin_name: 'url_ingest', parameters: { url } },
  )

export const deleteKnowledgeFile = (base: string, file: string, isLeaving = false): Promise<KnowledgeFile> =>
  api.delete(fileOf(base, file), { outlivesPage: isLeaving })
export const cancelFile = (base: string, file: string): Promise<KnowledgeFile> =>
  api.post(`${fileOf(base, file)}/cancel`)
/** Settings with which a file is processed again. */
export interface RetryParams {
  password?: string
  ocr_languages?: OcrLanguage[]
  ocr_pictures?: boolean
  keep_running_heads?: boolean
}

export const retryFile = (base: string, file: string, params?: RetryParams): Promise<KnowledgeFile> =>
  api.post(`${fileOf(base, file)}/retry`, params ? { params } : {})

export const readPassages = (
  base: string,
  file: string,
  page: { limit: number; offset: number },
  signal: AbortSignal,
): Promise<FilePassages> => api.get(`${fileOf(base, file)}/passages`, { query: page, signal })

export const ask = (base: string, query: QueryOptions, signal: AbortSignal): Promise<KnowledgeAnswer> =>
  api.post(`${BASES}/${base}/query`, query, { signal })

export const readOriginal = (base: string, file: string, signal?: AbortSignal): Promise<Blob> =>
  api.blob(originalPath(base, file), signal ? { signal } : {})
export const originalPath = (base: string, file: string): string => `${fileOf(base, file)}/original`
