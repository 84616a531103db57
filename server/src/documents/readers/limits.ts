import { say } from '@bellwether/wire'
import { threadTime } from '../../platform/threads/cpu-time.ts'
import { tookTooLong, UnreadableDocument } from './unreadable-document.ts'

export interface ReadLimits {
  /** Size of the uploaded file. */
  bytes: number
  pages: number
  /**
   * CPU time of the main thread of the process that reads it: on a busy machine, waiting does not count. Small files get
   * less.
   */
  milliseconds: number
  /** Characters of text taken out of the file. */
  characters: number
  zipEntries: number
  /** Total unpacked size of a zip-based file. */
  expandedBytes: number
  /** One part of a zip-based file. */
  partBytes: number
  /** Unpacked size over packed size; looked at only beyond `ratioFromBytes`. */
  ratio: number
  ratioFromBytes: number
  xmlDepth: number
  /** Pixels of one image for OCR. */
  pixels: number
}

const MB = 1024 * 1024

export const DEFAULT_LIMITS: ReadLimits = {
  bytes: 200 * MB,
  pages: 3_000,
  milliseconds: 120_000,
  characters: 100_000_000,
  zipEntries: 10_000,
  expandedBytes: 1024 * MB,
  partBytes: 300 * MB,
  ratio: 200,
  ratioFromBytes: 10 * MB,
  xmlDepth: 1_000,
  pixels: 100_000_000,
}

const LEAST_SHARE = 1 / 6
const SHARE_PER_MB = 1 / 2

/**
 * The time limit of a file of this size, so that a small hostile file does not keep others waiting as long as a book may
 * take. Measured on real documents: a small one takes at most 0.4 s, the slowest larger ones 2 s per megabyte. Within a
 * limit of 30 s, as for attachments, they get 5 s and 15 s per megabyte: enough on a machine that is five times slower.
 * Text recognition takes as long as a file has pages. Pure.
 */
export function timeLimitFor(
  bytes: number,
  { limits, ocr }: { limits?: Partial<ReadLimits>; ocr?: unknown },
) {
  const { milliseconds = DEFAULT_LIMITS.milliseconds } = limits ?? {}
  return ocr ? milliseconds : milliseconds * Math.min(1, LEAST_SHARE + (bytes / MB) * SHARE_PER_MB)
}

export interface ReadProgress {
  /** Pages, slides, sheets or bytes, whatever the kind counts. */
  current: number
  total: number
  unit: 'pages' | 'slides' | 'sheets' | 'attachments' | 'bytes'
}

/** Limits the time and characters of one document. A process that does not check it is ended by force a little later. */
export class Budget {
  readonly limits: ReadLimits
  readonly #start = threadTime()
  readonly #onProgress: ((progress: ReadProgress) => void) | undefined
  #characters = 0
  #checks = 0

  constructor(limits: ReadLimits, onProgress?: (progress: ReadProgress) => void) {
    this.limits = limits
    this.#onProgress = onProgress
  }

  /** Cheap enough to call for every element: it only checks the clock occasionally. */
  tick(): void {
    this.#checks += 1
    if (this.#checks % 256 === 0) this.checkTime()
  }

  checkTime(): void {
    if (threadTime() - this.#start > this.limits.milliseconds) throw tookTooLong(this.limits.milliseconds)
  }

  /** Whether work that is not essential should stop. */
  isHalfSpent(): boolean {
    return threadTime() - this.#start > this.limits.milliseconds / 2
  }

  spend(characters: number): void {
    this.#characters += characters
    if (this.#characters <= this.limits.characters) return
    throw new UnreadableDocument(
      'too_large',
      say('documents.too_many_characters', { limit: this.limits.characters }),
    )
  }

  checkPages(pages: number, unit: 'pages' | 'slides' | 'sheets'): void {
    if (pages <= this.limits.pages) return
    throw new UnreadableDocument(
      'too_many_pages',
      say(`documents.too_many_${unit}`, { count: pages, limit: this.limits.pages }),
    )
  }

  report(current: number, total: number, unit: ReadProgress['unit']): void {
    this.checkTime()
    this.#onProgress?.({ current, total, unit })
  }
}
