import { PendingBytes } from '../upstream/pending-bytes.ts'

const LF = 10

/** Splits bytes into lines, each with one JSON text. */
export class NdjsonSplitter {
  readonly #pending = new PendingBytes()

  split(bytes: Buffer): string[] {
    const buffer = this.#pending.take(bytes)
    if (!buffer) return []
    const end = buffer.lastIndexOf(LF) + 1
    this.#pending.keep(buffer.subarray(end))
    return toLines(buffer.subarray(0, end))
  }

  /** The last line may lack its newline. */
  end(): string[] {
    return toLines(this.#pending.takeAll())
  }
}

const toLines = (bytes: Buffer): string[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
