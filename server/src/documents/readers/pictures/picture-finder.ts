import { createHash, randomBytes } from 'node:crypto'
import { type Message, say } from '@bellwether/wire'
import type { Block } from '../document-text.ts'
import { fitPicture } from './fit-picture.ts'
import { toPictureText } from './picture-texts.ts'
import { isWorthSeeing } from './worth-seeing.ts'

/**
 * none: only alternative texts by the author. basic: every image that is not an ornament, with its alternative text
 * or file name. llm: a description by a model.
 */
export const PICTURE_MODES = ['none', 'basic', 'llm'] as const
export type PictureMode = (typeof PICTURE_MODES)[number]

/** What a reader knows about an image in its place. */
export interface NotedPicture {
  /** The author's alternative text. */
  words?: string | undefined
  /** Its original file name. */
  name?: string | undefined
  /** Whether it is decorative, or too small on the page to read. */
  isOrnament?: boolean | undefined
  bytes?: Uint8Array | undefined
  /** The path of its bytes in an archive. */
  part?: string | undefined
}

export interface PictureToDescribe {
  bytes: Uint8Array
  contentType: string
  /** SHA-256 of the bytes. */
  checksum: string
  words: string
  /** The text before and after it. */
  around: string
}

/** One per image, in order; undefined for images without a description. */
export interface Descriptions {
  texts: readonly (string | undefined)[]
  warnings: readonly Message[]
}

export type DescribePictures = (pictures: PictureToDescribe[]) => Promise<Descriptions>

/** Per document. */
export const PICTURE_LIMITS = {
  described: 50,
  looked: 500,
  bytes: 60 * 1024 * 1024,
  partBytes: 30 * 1024 * 1024,
}

interface Looked {
  checksum: string
  isWorth: boolean
  /** Undefined if its type or size can't be sent. */
  sendable: { bytes: Uint8Array; contentType: string } | undefined
}

/** Collects the images of a document while it is read, and inserts their descriptions in place. */
export class PictureFinder {
  readonly mode: PictureMode
  /** Random, so that no document can contain such a mark. */
  readonly #nonce = randomBytes(6).toString('hex')
  readonly #noted: NotedPicture[] = []
  readonly #marks = new Map<string, string>()
  readonly #parts = new Map<string, Uint8Array>()
  #bytes = 0

  constructor(mode: PictureMode = 'none') {
    this.mode = mode
  }

  /** Whether the limit of images is reached. */
  get isFull(): boolean {
    return this.#bytes >= PICTURE_LIMITS.bytes || this.#noted.length >= PICTURE_LIMITS.looked
  }

  /** The text to insert for an image: its description, or a mark that `settle` replaces with one. */
  note(picture: NotedPicture): string {
    const { words = '', name = '', part = '', bytes, isOrnament = false } = picture
    if (this.mode === 'none' || isOrnament) return toPictureText(words)
    if (part === '' && bytes === undefined) return toPictureText(words || name)
    const key = JSON.stringify([words, name, part, bytes === undefined ? '' : checksumOf(bytes)])
    const existing = this.#marks.get(key)
    if (existing !== undefined) return existing
    if (this.isFull) return toPictureText(words || name)
    this.#bytes += bytes?.length ?? 0
    const mark = `\u0001${this.#nonce}-${this.#noted.length}\u0002`
    this.#noted.push(picture)
    this.#marks.set(key, mark)
    return mark
  }

  /** Loads the bytes of images in an archive. Missing parts and parts that are far too large are skipped. */
  async load(archive: {
    has(part: string): boolean
    read(part: string): AsyncIterable<Uint8Array>
  }): Promise<void> {
    for (const { part } of this.#noted) {
      if (part === undefined || this.#parts.has(part) || !archive.has(part)) continue
      if (this.#bytes >= PICTURE_LIMITS.bytes) return
      const bytes = await collect(archive.read(part))
      this.#bytes += bytes.length
      this.#parts.set(part, bytes)
    }
  }

  /** Replaces the marks in the blocks with descriptions. Blocks that only contained an ornament are removed. */
  async settle(
    blocks: readonly Block[],
    describe: DescribePictures | undefined,
  ): Promise<{ blocks: Block[]; warnings: Message[] }> {
    if (this.#noted.length === 0) return { blocks: [...blocks], warnings: [] }
    const looked = await this.#look(this.#marksIn(blocks))
    const { described, warnings } = await this.#describe(blocks, looked, describe)
    const describedChecksums = new Set<string>()
    const wordsOf = (index: number): string => {
      const { words = '', name = '' } = this.#noted[index] ?? {}
      const { checksum = '', isWorth = false } = looked.get(index) ?? {}
      // A repeated image, such as a logo, is only described at its first occurrence.
      const description = describedChecksums.has(checksum) ? undefined : described.get(checksum)
      describedChecksums.add(checksum)
      return toPictureText(words || (isWorth && description === undefined ? name : ''), description)
    }
    return { blocks: blocks.flatMap((block) => this.#fill(block, wordsOf)), warnings }
  }

  #pattern(): RegExp {
    return new RegExp(`( ?)\u0001${this.#nonce}-(\\d+)\u0002`, 'g')
  }

  /** In document order, each once. */
  #marksIn(blocks: readonly Block[]): Set<number> {
    const pattern = this.#pattern()
    return new Set(
      blocks.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, , index]) => Number(index))),
    )
  }

  async #look(marks: ReadonlySet<number>): Promise<Map<number, Looked>> {
    const looked = new Map<number, Looked>()
    const cache = new Map<string, Looked>()
    for (const index of marks) {
      const { bytes = this.#parts.get(this.#noted[index]?.part ?? '') } = this.#noted[index] ?? {}
      if (bytes === undefined) continue
      const checksum = checksumOf(bytes)
      const picture = cache.get(checksum) ?? {
        checksum,
        isWorth: isWorthSeeing(bytes),
        sendable: this.mode === 'llm' && isWorthSeeing(bytes) ? await fitPicture(bytes) : undefined,
      }
      cache.set(checksum, picture)
      looked.set(index, picture)
    }
    return looked
  }

  async #describe(
    blocks: readonly Block[],
    looked: ReadonlyMap<number, Looked>,
    describe: DescribePictures | undefined,
  ): Promise<{ described: Map<string, string>; warnings: Message[] }> {
    if (this.mode !== 'llm' || !describe) return { described: new Map(), warnings: [] }
    const worth = new Map<string, { index: number; sendable: Looked['sendable'] }>()
    for (const [index, { checksum, isWorth, sendable }] of looked)
      if (isWorth && !worth.has(checksum)) worth.set(checksum, { index, sendable })
    const sent: PictureToDescribe[] = []
    let unsendable = 0
    for (const [checksum, { index, sendable }] of worth) {
      if (!sendable) unsendable += 1
      else if (sent.length < PICTURE_LIMITS.described)
        sent.push({
          ...sendable,
          checksum,
          words: this.#noted[index]?.words ?? '',
          around: this.#around(blocks, index),
        })
    }
    const skipped = worth.size - unsendable - sent.length
    const { texts, warnings } = sent.length > 0 ? await describe(sent) : { texts: [], warnings: [] }
    const described = new Map<string, string>()
    for (const [at, { checksum }] of sent.entries()) {
      const text = texts[at]
      if (text !== undefined) described.set(checksum, text)
    }
    return { described, warnings: [...warnings, ...limitWarnings(unsendable, skipped)] }
  }

  /** Enough context for the topic and the language of the image. */
  #around(blocks: readonly Block[], index: number): string {
    const mark = `\u0001${this.#nonce}-${index}\u0002`
    const at = blocks.findIndex(({ text }) => text.includes(mark))
    const plain = (from: number, to: number) =>
      blocks
        .slice(Math.max(0, from), to)
        .map(({ text }) => text.replace(this.#pattern(), '').trim())
        .filter((text) => text !== '')
        .join('\n')
    return `${plain(at - 3, at).slice(-AROUND)}\n${plain(at, at + 3).slice(0, AROUND)}`.trim()
  }

  #fill(block: Block, wordsOf: (index: number) => string): Block[] {
    const isTable = block.text.startsWith('|')
    let marks = 0
    const text = block.text.replace(this.#pattern(), (_, space: string, index: string) => {
      marks += 1
      const words = wordsOf(Number(index))
      return words === '' ? '' : space + (isTable ? words.replaceAll('|', '\\|') : words)
    })
    if (marks === 0) return [block]
    return /[\p{L}\p{N}]/u.test(text) ? [{ ...block, text: text.trimEnd() }] : []
  }
}

const AROUND = 500

function limitWarnings(unsendable: number, skipped: number): Message[] {
  const warnings: Message[] = []
  if (skipped > 0)
    warnings.push(
      say('document_warnings.images_over_limit', { limit: PICTURE_LIMITS.described, count: skipped }),
    )
  if (unsendable > 0) warnings.push(say('document_warnings.images_unsupported', { count: unsendable }))
  return warnings
}

const checksumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Images that are far too large to be sent are not loaded at all. */
async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const piece of pieces) {
    size += piece.length
    if (size > PICTURE_LIMITS.partBytes) return new Uint8Array()
    parts.push(Uint8Array.from(piece))
  }
  return Buffer.concat(parts)
}
