import { say } from '@bellwether/wire'
import { ZipArchive } from '../../platform/zip/zip-archive.ts'
import { entriesOf, isZipError } from '../../platform/zip/zip-error.ts'
import type { Budget } from './limits.ts'
import {
  corrupt,
  expandsTooMuch,
  needsPassword,
  tookTooLong,
  UnreadableDocument,
} from './unreadable-document.ts'

/** The budget checks the time after each piece. */
const UNLIMITED = Number.POSITIVE_INFINITY

/** The parts of a zip-based document, unpacked one at a time within the limits. */
export class DocumentArchive {
  readonly #zip: ZipArchive
  readonly #budget: Budget

  private constructor(zip: ZipArchive, budget: Budget) {
    this.#zip = zip
    this.#budget = budget
  }

  /** `what` names the file in messages: "Word file". */
  static open(data: Uint8Array, budget: Budget): DocumentArchive {
    const { zipEntries: entries, ...limits } = budget.limits
    try {
      return new DocumentArchive(
        ZipArchive.open(data, { ...limits, entries, milliseconds: UNLIMITED }),
        budget,
      )
    } catch (error) {
      throw toUnreadable(error, budget)
    }
  }

  has(name: string): boolean {
    return this.#zip.has(name)
  }

  names(): string[] {
    return this.#zip.names()
  }

  /** Piece by piece; throws when a part is missing, damaged, or larger than the limits. */
  async *read(name: string): AsyncGenerator<Uint8Array> {
    const pieces = this.#zip.read(name)
    try {
      while (true) {
        const { done, value } = await pieces.next().catch((error: unknown) => {
          throw toUnreadable(error, this.#budget)
        })
        if (done) return
        this.#budget.checkTime()
        yield value
      }
    } finally {
      await pieces.return(undefined)
    }
  }
}

function toUnreadable(error: unknown, budget: Budget): unknown {
  if (!isZipError(error)) return error
  switch (error.code) {
    case 'corrupt':
      return corrupt(error.cause ?? error)
    case 'needs_password':
      return needsPassword()
    case 'expands_too_much':
      return expandsTooMuch()
    case 'too_many_entries':
      return new UnreadableDocument(
        'expands_too_much',
        say('documents.too_many_parts', { count: entriesOf(error), limit: budget.limits.zipEntries }),
      )
    case 'took_too_long':
      return tookTooLong(budget.limits.milliseconds)
  }
}
