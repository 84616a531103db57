import { Readable } from 'node:stream'
import type { Db } from '../../db/db.ts'
import { newUuid } from '../../ids.ts'
import { createTogether } from '../../jobs/together.ts'
import type { ByteRange, StagedObject, Storage, StorageContent, StoredObject } from '../storage.ts'
import { isStorageKey, requireStorageKey, requireStoragePrefix } from '../storage-key.ts'
import {
  type KeyedContentRow,
  storedContentRepository,
  type WholeContent,
} from './stored-content.repository.ts'

/** All chunks of a content have this size, except the last one. Never change it: ranges of stored contents are computed with it. */
const CHUNK_BYTES = 512 * 1024
const ROWS_AT_ONCE = 1000
/** Small contents are written and read together, up to a megabyte in one statement. */
const SMALL_BYTES = 64 * 1024
const SMALL_AT_ONCE = 16
const KEYS_AT_ONCE = 100
/** Removed contents stay readable this long, so that downloads can finish. */
const READERS_MS = 15 * 60_000

type FoundRow = KeyedContentRow & { bytes: Buffer | null }

/** Objects are rows with their contents in chunks: several machines need nothing but the database. */
export function createPostgresStorage(db: Db, { pageSize = ROWS_AT_ONCE } = {}): Storage {
  const discard = (id: string): Promise<void> => storedContentRepository.deleteUnkeyed(db, id)
  const insert = createTogether(async (contents: readonly WholeContent[]) => {
    await storedContentRepository.insertWhole(db, contents, Date.now())
    return contents
  }, SMALL_AT_ONCE)
  const find = createTogether((keys: readonly string[]) => findAll(db, keys), SMALL_AT_ONCE)
  const giveFreeKey = createTogether((staged: readonly Staged[]) => giveFreeKeys(db, staged), KEYS_AT_ONCE)

  const stage = async (key: string, content: StorageContent): Promise<StagedObject> => {
    requireStorageKey(key)
    const id = newUuid()
    let size: number
    try {
      size = await write(db, id, content, insert)
    } catch (error) {
      // If the database is gone, the next clean-up removes it.
      await discard(id).catch(() => undefined)
      throw error
    }
    const giveKey = async (transaction: Db): Promise<void> => {
      if (!(await storedContentRepository.giveKey(transaction, id, key, Date.now())))
        throw new Error('The staged content was removed')
    }
    return {
      size,
      async commit(transaction) {
        if (transaction) await giveKey(transaction)
        else if (!(await giveFreeKey({ id, key }))) await db.transaction().execute(giveKey)
      },
      discard: () => discard(id),
    }
  }

  return {
    kind: 'postgres',
    place: 'PostgreSQL',
    stage,
    async put(key, content) {
      const staged = await stage(key, content)
      try {
        await staged.commit()
      } finally {
        await staged.discard()
      }
    },

    async head(key) {
      const row = isStorageKey(key) ? await storedContentRepository.find(db, key) : undefined
      return row && toObject(row)
    },

    async open(key, range) {
      const row = isStorageKey(key) ? await find(key) : undefined
      return row && { ...toObject(row), content: toStream(db, row, range) }
    },

    async remove(key, transaction) {
      if (isStorageKey(key)) await storedContentRepository.takeKey(transaction ?? db, key, Date.now())
    },

    async removePrefix(prefix) {
      requireStoragePrefix(prefix, 2)
      await storedContentRepository.takeKeys(db, prefix, Date.now())
    },

    list: (prefix) => listObjects(db, prefix, pageSize),

    async removeLeftovers(ageMs, signal) {
      for (;;) {
        const now = Date.now()
        const ids = await storedContentRepository.listUnkeyed(
          db,
          now - ageMs,
          now - Math.min(ageMs, READERS_MS),
        )
        if (ids.length === 0) return
        for (const id of ids) {
          if (signal.aborted) return
          await discard(id)
        }
      }
    },

    close: async () => undefined,
  }
}

interface Staged {
  id: string
  key: string
}

/** In the given order; undefined when there is no such object. */
async function findAll(db: Db, keys: readonly string[]): Promise<(FoundRow | undefined)[]> {
  const rows = await storedContentRepository.findWithBytes(db, keys, SMALL_BYTES)
  const byKey = new Map(rows.map((row) => [row.key, row]))
  return keys.map((key) => byKey.get(key))
}

/** Whether each got its key. Two with the same key take turns, so only the first is given it here. */
async function giveFreeKeys(db: Db, staged: readonly Staged[]): Promise<boolean[]> {
  const byKey = new Map(staged.toReversed().map((one) => [one.key, one]))
  const given = await db
    .transaction()
    .execute((transaction) =>
      storedContentRepository.giveFreeKeys(transaction, [...byKey.values()], Date.now()),
    )
  return staged.map(({ id }) => given.has(id))
}

/** Returns the size. Most files have one chunk, and small ones are written together in one statement. */
async function write(
  db: Db,
  id: string,
  content: StorageContent,
  insertSmall: (content: WholeContent) => Promise<unknown>,
): Promise<number> {
  const chunks = toChunks(content)
  const first = await chunks.next()
  const second = first.done ? first : await chunks.next()
  if (!first.done && second.done) {
    const whole = { id, bytes: first.value }
    if (whole.bytes.length <= SMALL_BYTES) await insertSmall(whole)
    else await storedContentRepository.insertWhole(db, [whole], Date.now())
    return whole.bytes.length
  }
  await storedContentRepository.insert(db, id, Date.now())
  let size = 0
  let position = 0
  const add = async (chunk: Buffer): Promise<void> => {
    await storedContentRepository.addChunk(db, id, position++, chunk)
    size += chunk.length
  }
  for (const { done, value } of [first, second]) if (!done) await add(value)
  for await (const chunk of chunks) await add(chunk)
  await storedContentRepository.setSize(db, id, size, Date.now())
  return size
}

async function* listObjects(db: Db, prefix: string, pageSize: number): AsyncGenerator<StoredObject> {
  requireStoragePrefix(prefix)
  for (let after = ''; ; ) {
    const rows = await storedContentRepository.listAfter(db, prefix, after, pageSize)
    yield* rows.map(toObject)
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = last.key
  }
}

const toObject = ({ key, size, id, written_at, stored_at }: KeyedContentRow): StoredObject => ({
  key,
  size,
  mark: id,
  writtenAt: written_at,
  storedAt: stored_at,
})

function toStream(db: Db, { id, size, bytes: whole }: FoundRow, range: ByteRange | undefined): Readable {
  const { start, end } = { start: range?.start ?? 0, end: Math.min(range?.end ?? size, size - 1) }
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let position = Math.floor(start / CHUNK_BYTES); position * CHUNK_BYTES <= end; position++) {
      const bytes = whole ?? (await storedContentRepository.readChunk(db, id, position))
      if (!bytes) throw new Error('A part of a stored file is missing')
      const offset = position * CHUNK_BYTES
      yield bytes.subarray(Math.max(0, start - offset), end - offset + 1)
    }
  }
  return Readable.from(chunks(), { objectMode: false, highWaterMark: CHUNK_BYTES })
}

async function* toChunks(content: StorageContent): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let length = 0
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - length)
      pending.push(part)
      length += part.length
      at += part.length
      if (length < CHUNK_BYTES) continue
      yield Buffer.concat(pending)
      pending = []
      length = 0
    }
  }
  if (length > 0) yield Buffer.concat(pending)
}
