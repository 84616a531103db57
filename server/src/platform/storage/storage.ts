import type { Readable } from 'node:stream'
import type { Db } from '../db/db.ts'

export type StorageKind = 'disk' | 'postgres' | 's3'

/** In one piece, or as it arrives. */
export type StorageContent = Uint8Array | AsyncIterable<Uint8Array>

/** Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number
  end: number
}

export interface StoredObject {
  key: string
  size: number
  /** Differs whenever the content may differ. */
  mark: string
  /** When the content was written, in milliseconds since 1970. */
  writtenAt: number
  /** When the object got its key; never before `writtenAt`. */
  storedAt: number
}

export interface OpenObject extends StoredObject {
  /** The whole content or the range asked for. The caller reads it to the end or destroys it. */
  content: Readable
}

/** Stored durably, but not visible under its key yet. */
export interface StagedObject {
  size: number
  /**
   * Makes it visible under its key, replacing what is there. With `transaction`, a storage in the same database takes part in it and
   * needs no second connection; other storages ignore it.
   */
  commit(transaction?: Db): Promise<void>
  /** Removes it. Does nothing after `commit`. */
  discard(): Promise<void>
}

/**
 * Named contents: uploads, generated pictures, documents, objects of workspaces. Knows nothing about permissions.
 *
 * Keys are `<area>/<owner>/<name>[/…]`, such as `files/7/notes.md`, `knowledge/3/<uuid>` or `workspaces/5/objects/<hash>`; see
 * `storage-key.ts`. An object is either complete or absent: readers never see one that is half written.
 */
export interface Storage {
  readonly kind: StorageKind
  /** For people: where the objects are, without credentials. */
  readonly place: string

  /** Streams the content into the storage. It is durable once this returns. Replaces an object with the same key. */
  put(key: string, content: StorageContent): Promise<void>
  /** Like `put` in two steps: the content now, its key later. */
  stage(key: string, content: StorageContent): Promise<StagedObject>
  /** Undefined when there is no such object. */
  head(key: string): Promise<StoredObject | undefined>
  /** Undefined when there is no such object. A range is cut at the end of the content. */
  open(key: string, range?: ByteRange): Promise<OpenObject | undefined>
  /** Does nothing when there is no such object. About `transaction` see `StagedObject.commit`. */
  remove(key: string, transaction?: Db): Promise<void>
  /** Removes everything below `<area>/<owner>[/…]/`. */
  removePrefix(prefix: string): Promise<void>
  /** Everything below a prefix (`''` for all), in no particular order. Objects added in the meantime may be missing. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** Removes what interrupted uploads have left and what is older than this. */
  removeLeftovers(ageMs: number, signal: AbortSignal): Promise<void>
  /** Only on disk: the path of a regular file, for a thread that reads it by itself. See `useLocalFile`. */
  findFile?(key: string): Promise<string | undefined>
  close(): Promise<void>
}
