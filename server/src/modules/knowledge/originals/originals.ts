import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import { UnreadableDocument } from '../../../documents/readers/unreadable-document.ts'
import { isUnavailable, notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import { useLocalFile, useTemporaryFolder } from '../../../platform/storage/local-file.ts'
import type { ByteRange, Storage, StorageContent } from '../../../platform/storage/storage.ts'
import { createFileStore } from '../../files/index.ts'
import type { DocumentSource } from '../reading/reading-messages.ts'
import { RefusedFile } from './refused-file.ts'

/** A stored file that is not a document yet: to be kept or discarded. */
export interface ReceivedFile {
  size: number
  /** SHA-256 of the content. */
  checksum: string
  /** Whether it starts like a zip archive, which some documents are too. */
  isZip: boolean
  /** Moves it to its final place and returns the path. Safe to call twice. */
  keep(): Promise<string>
  /** Does nothing after it was kept. */
  discard(): Promise<void>
}

export interface OriginalsDeps {
  storage: Storage
  /** For temporary copies. */
  dataDir: string
}

/** An original file, to be sent completely or in part. */
export interface OpenOriginal {
  size: number
  /** The caller reads it to the end or destroys it. */
  read(range?: ByteRange): Promise<Readable>
}

/** The original files of knowledge bases. Does not check access. */
export function createOriginals({ storage, dataDir }: OriginalsDeps) {
  const store = createFileStore(storage, AREA)

  async function remove(path: string): Promise<void> {
    await store.remove(path)
    for (const kind of BESIDE) await store.remove(`${path}.${kind}`)
  }

  return {
    /** Streamed to the storage, never held in memory. A file that is too large is refused at the limit and removed. */
    async receive(base: number, name: string, content: StorageContent): Promise<ReceivedFile> {
      const path = `${base}/${newUuid()}`
      const hash = createHash('sha256')
      let size = 0
      let start = Buffer.alloc(0)
      async function* hashed(): AsyncGenerator<Uint8Array> {
        for await (const piece of inPieces(content)) {
          size += piece.length
          if (size > KNOWLEDGE_LIMITS.fileBytes) throw tooLarge(name)
          hash.update(piece)
          if (start.length < ZIP.length) start = Buffer.concat([start, piece.subarray(0, ZIP.length)])
          yield piece
        }
        if (size === 0) throw new RefusedFile(say('knowledge.file_empty', { name }))
      }
      const staged = await store.stage(path, hashed())
      let isKept = false
      return {
        size,
        checksum: hash.digest('hex'),
        isZip: start.subarray(0, ZIP.length).equals(ZIP),
        async keep() {
          if (!isKept) await staged.commit()
          isKept = true
          return path
        },
        discard: async () => (isKept ? undefined : staged.discard()),
      }
    },

    read: async (path: string): Promise<Buffer> => (await store.read(path, KNOWLEDGE_LIMITS.fileBytes)).bytes,

    /** For streaming, so that a large file need not be in memory. */
    async open(path: string): Promise<OpenOriginal> {
      const file = await store.find(path)
      if (!file) throw notFound('Original')
      return {
        size: file.size,
        async read(range) {
          const opened = await store.open(path, range)
          if (!opened) throw notFound('Original')
          return opened.content
        },
      }
    },

    /** For the reading process: a file on this disk, possibly a copy that is removed after `work`. */
    async useFile<T>(path: string, work: (file: string) => Promise<T>): Promise<T> {
      const used = await useLocalFile(storage, `${AREA}/${path}`, dataDir, work)
      if (!used) throw new UnreadableDocument('empty', say('documents.original_missing'))
      return used.result
    },

    /** Like `useFile`; a small file that is not on this disk is read into memory rather than copied. */
    async useSource<T>(path: string, size: number, work: (source: DocumentSource) => Promise<T>): Promise<T> {
      if (storage.findFile || size > SMALL_BYTES) return this.useFile(path, work)
      const opened = await store.open(path)
      if (!opened) throw new UnreadableDocument('empty', say('documents.original_missing'))
      return work(await buffer(opened.content))
    },
    useTemporaryFolder: <T>(work: (folder: string) => Promise<T>): Promise<T> =>
      useTemporaryFolder(dataDir, work),
    remove,

    /** Data that is stored with a file; undefined if there is none. */
    async readBeside(path: string, kind: Beside = 'pictures'): Promise<Buffer | undefined> {
      const bytes = await store.read(`${path}.${kind}`, MAX_BESIDE).catch((error: unknown) => {
        // What is stored there was paid for: it must not be made again.
        if (isUnavailable(error)) throw error
        return undefined
      })
      return bytes?.bytes
    },
    writeBeside: (path: string, content: Buffer, kind: Beside = 'pictures'): Promise<void> =>
      store.put(`${path}.${kind}`, content),

    removeUnowned: (ageMs: number, signal: AbortSignal, ownedIn: FindOwned): Promise<void> =>
      removeUnowned({ store, remove }, ageMs, signal, ownedIn),
    removeAllOf: (base: number): Promise<void> => store.removeFolder(base),
  }
}

export type Originals = ReturnType<typeof createOriginals>

const AREA = 'knowledge'
/** Descriptions of images and transcripts of recordings are stored beside the file. */
const BESIDE = ['pictures', 'transcript'] as const
type Beside = (typeof BESIDE)[number]
const SMALL_BYTES = 64 * 1024
const MAX_BESIDE = 16 * 1024 * 1024

const UUID_LENGTH = 36
const KEPT = /^(\d+)\/[\da-f-]{36}(?:\.(?:pictures|transcript))?$/

type FindOwned = (base: number) => Promise<{ since: number; paths: ReadonlySet<string> } | undefined>

/**
 * Removes files without a document, left by a server that was killed between storing the file and its row. Recent
 * files are skipped, because their row may follow; so are files without a base or older than it, because another
 * database may be restored.
 */
async function removeUnowned(
  { store, remove }: { store: ReturnType<typeof createFileStore>; remove(path: string): Promise<void> },
  ageMs: number,
  signal: AbortSignal,
  ownedIn: FindOwned,
): Promise<void> {
  let current: { base: string; owned: Awaited<ReturnType<FindOwned>> } | undefined
  for await (const { path, writtenAt, storedAt } of store.list()) {
    if (signal.aborted) return
    const [, base] = KEPT.exec(path) ?? []
    if (base === undefined || Date.now() - storedAt < ageMs) continue
    // Files of the same base are mostly adjacent.
    if (current?.base !== base) current = { base, owned: await ownedIn(Number(base)) }
    const { owned } = current
    const original = path.slice(0, base.length + 1 + UUID_LENGTH)
    if (owned && !owned.paths.has(original) && writtenAt >= owned.since * 1000) await remove(original)
  }
}

const tooLarge = (name: string) =>
  new RefusedFile(say('knowledge.file_too_large', { name, limit: 200 }), 'too_large')

const ZIP = Buffer.from('PK\x03\x04')
const PIECE = 1024 * 1024

/** Content in memory is also hashed and written in pieces, yielding to the event loop in between. */
async function* inPieces(content: StorageContent): AsyncGenerator<Uint8Array> {
  if (!(content instanceof Uint8Array)) return yield* content
  for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE)
}
