import type { KnowledgeFile } from '@bellwether/wire'
import type { Language } from '$lib/i18n'
import type { OcrLanguage } from '../knowledge.ts'

/** The stages of every file. Downloading from a URL and transcribing count as reading. */
export const STAGES = ['read', 'split', 'index'] as const
export type Stage = (typeof STAGES)[number]

/** The end of each stage, as a percentage of the whole, as on the server. */
const ENDS: Record<Stage, number> = { read: 70, split: 75, index: 100 }

type Reading = Pick<KnowledgeFile, 'status' | 'percentage'>

export const isUnderWay = ({ status }: Pick<KnowledgeFile, 'status'>): boolean =>
  status === 'pending' || status === 'processing'

/** Progress of each stage, from 0 to 1. */
export function stageShares({ status, percentage }: Reading): { stage: Stage; share: number }[] {
  let begin = 0
  return STAGES.map((stage) => {
    const end = ENDS[stage]
    const share = status === 'completed' ? 1 : Math.min(1, Math.max(0, (percentage - begin) / (end - begin)))
    begin = end
    return { stage, share }
  })
}

/** The current stage; undefined while it waits. */
export function stageOf({ stage }: Pick<KnowledgeFile, 'stage'>): Stage | undefined {
  const isReading = stage === 'fetch' || stage === 'describe' || stage === 'transcribe'
  return isReading ? 'read' : STAGES.find((name) => name === stage)
}

const OCR_LANGUAGES: Partial<Record<Language, OcrLanguage>> = { es: 'spa', ca: 'cat', eu: 'eus' }

/** The language of text recognition to start with, by the language of the page. */
export const ocrLanguageOf = (language: Language): OcrLanguage => OCR_LANGUAGES[language] ?? 'eng'

export type Help = 'password' | 'ocr' | 'retry' | 'none'

/** What its owner can do about a file that failed. */
export function helpFor({ status, error_code, retryable }: KnowledgeFile): Help {
  if (status !== 'failed' && status !== 'cancelled') return 'none'
  if (error_code === 'needs_password' || error_code === 'wrong_password') return 'password'
  if (error_code === 'needs_ocr') return 'ocr'
  return retryable ? 'retry' : 'none'
}

const FIRST_MS = 800
const MAX_MS = 8000

/** Polls soon after a change, and less often while nothing changes. */
export const nextPause = (before: number | undefined, hasChanged: boolean): number =>
  before === undefined || hasChanged ? FIRST_MS : Math.min(MAX_MS, Math.round(before * 1.6))

/** Changes when a user would notice a difference in the list. */
export const traceOf = (files: readonly KnowledgeFile[]): string =>
  files.map(({ id, status, stage, percentage }) => `${id}:${status}:${stage}:${percentage}`).join(' ')
