import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import { AppError, badRequest, notFound } from '../../../platform/errors.ts'
import { newUuid } from '../../../platform/ids.ts'
import type { FileContent } from '../../files/index.ts'
import { createFileStore } from '../../files/index.ts'
import { UnreadableDocument } from '../readers/unreadable-document.ts'

/** Safe on disk, but not yet a document: it is kept or discarded. */
export interface ReceivedFile {
  size: number
  /** SHA-256 of the content. */
  checksum: string
  /** Gives it its place; tells where. */
  keep(): Promise<string>
  /** Does nothing once it is kept. */
  discard(): Promise<void>
}

/** The files of knowledge bases on disk, as they were given. Knows no rights and no database. */
export function createOriginals(dataDir: string) {
  const root = join(dataDir, 'knowledge')
  const store = createFileStore(root)

  async function remove(path: string): Promise<void> {
    await store.remove(path)
    await store.remove(path + PICTURES)
  }

  return {
    /** Written while it arrives: the server's memory never holds it. What is too large ends at the limit, and leaves nothing. */
    async receive(base: number, name: string, content: FileContent): Promise<ReceivedFile> {
      const path = `${base}/${newUuid()}`
      const hash = createHash('sha256')
      let size = 0
      async function* counted(): AsyncGenerator<Uint8Array> {
        for await (const piece of inPieces(content)) {
          size += piece.length
          if (size > KNOWLEDGE_LIMITS.fileBytes) throw tooLarge(name)
          hash.update(piece)
          yield piece
        }
        if (size === 0) throw badRequest(say('knowledge.file_empty', { name }))
      }
      const staged = await store.stage(path, counted())
      return {
        size,
        checksum: hash.digest('hex'),
        async keep() {
          await staged.moveIn()
          return path
        },
        discard: staged.discard,
      }
    },

    read: async (path: string): Promise<Buffer> => (await store.read(path, KNOWLEDGE_LIMITS.fileBytes)).bytes,

    /** To be handed out piece by piece: a large file need not be in memory. Who asks closes it. */
    async open(path: string): Promise<FileHandle> {
      const place = await store.locate(path)
      if (place === undefined) throw notFound('Original')
      return open(place, constants.O_RDONLY | constants.O_NOFOLLOW)
    },

    /** For the thread that reads it. */
    async locate(path: string): Promise<string> {
      const place = await store.locate(path)
      if (place === undefined) throw new UnreadableDocument('empty', say('documents.original_missing'))
      return place
    },
    remove,

    /** What is known of a file and goes with it; undefined when there is nothing. */
    async readBeside(path: string): Promise<Buffer | undefined> {
      const bytes = await store.read(path + PICTURES, MAX_BESIDE).catch(() => undefined)
      return bytes?.bytes
    },
    async writeBeside(path: string, content: Buffer): Promise<void> {
      await (await store.stage(path + PICTURES, content)).moveIn()
    },
    removeLeftOvers: store.removeLeftOvers,

    /**
     * Takes away what no document has: of a server that was killed between a file and its row. What came within this time may be about to
     * get its row; what is older than its base, or has none, is of another database, which somebody may want to go back to.
     */
    async removeUnowned(
      ageMs: number,
      signal: AbortSignal,
      ownedIn: (base: number) => Promise<{ since: number; paths: ReadonlySet<string> } | undefined>,
    ): Promise<void> {
      for (const base of (await readdir(root).catch(() => [])).filter((name) => /^\d+$/.test(name))) {
        const old = await oldIn(join(root, base), ageMs)
        if (old.length === 0) continue
        const owned = await ownedIn(Number(base))
        for (const { name, writtenAt } of owned ? old : []) {
          if (signal.aborted) return
          const path = `${base}/${name.slice(0, UUID_LENGTH)}`
          if (owned && !owned.paths.has(path) && writtenAt >= owned.since * 1000) await remove(path)
        }
      }
    },
    removeAllOf: (base: number): Promise<void> => store.removeFolder(base, new Set()),
  }
}

export type Originals = ReturnType<typeof createOriginals>

/** What models have said of a file's pictures lies beside it. */
const PICTURES = '.pictures'
const MAX_BESIDE = 4 * 1024 * 1024

const UUID_LENGTH = 36
const KEPT = /^[\da-f-]{36}(?:\.pictures)?$/

/** What was kept there before this time. */
async function oldIn(folder: string, ageMs: number): Promise<{ name: string; writtenAt: number }[]> {
  const old: { name: string; writtenAt: number }[] = []
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => KEPT.test(one))) {
    const stats = await lstat(join(folder, name)).catch(() => undefined)
    // A file that is given its place keeps the time it was written at; only its `ctime` is new.
    if (stats?.isFile() && Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) >= ageMs)
      old.push({ name, writtenAt: stats.mtimeMs })
  }
  return old
}

const tooLarge = (name: string) =>
  new AppError('too_large', say('knowledge.file_too_large', { name, limit: 200 }))

const PIECE = 1024 * 1024

/** What is in memory anyway is hashed and written in pieces too, with the server's other work between them. */
async function* inPieces(content: FileContent): AsyncGenerator<Uint8Array> {
  if (!Buffer.isBuffer(content)) return yield* content
  for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE)
}
