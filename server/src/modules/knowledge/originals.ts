import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { KNOWLEDGE_LIMITS } from '@bellwether/wire'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import type { FileContent } from '../files/file-store.ts'
import { createFileStore } from '../files/index.ts'
import { UnreadableDocument } from './reading/unreadable-document.ts'

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
  const store = createFileStore(join(dataDir, 'knowledge'))

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
        if (size === 0) throw badRequest(`The file “${name}” is empty`)
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
      if (place === undefined) throw new UnreadableDocument('empty', GONE)
      return place
    },
    remove: (path: string): Promise<void> => store.remove(path),
    removeLeftOvers: store.removeLeftOvers,
    removeAllOf: (base: number): Promise<void> => store.removeFolder(base),
  }
}

export type Originals = ReturnType<typeof createOriginals>

const GONE = 'The original of this file is no longer on the server. Upload it again.'

const tooLarge = (name: string) =>
  new AppError('too_large', `The file “${name}” is larger than 200 MiB; split it and upload the parts`)

const PIECE = 1024 * 1024

/** What is in memory anyway is hashed and written in pieces too, with the server's other work between them. */
async function* inPieces(content: FileContent): AsyncGenerator<Uint8Array> {
  if (!Buffer.isBuffer(content)) return yield* content
  for (let at = 0; at < content.length; at += PIECE) yield content.subarray(at, at + PIECE)
}
