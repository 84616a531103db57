import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { FILE_LIMITS, say, type UploadedFile } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { InstanceLocks } from '../../platform/db/instance-locks.ts'
import { createLock, lockUser } from '../../platform/db/with-lock.ts'
import { AppError, badRequest, conflict, notFound, unavailable } from '../../platform/errors.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { may, type ObjectFacts, requireMay } from '../access/index.ts'
import { type FileOwner, type FileRow, fileRepository } from './file.repository.ts'
import { requireText, requireTextType, toFileName } from './file-names.ts'
import { createFileStore } from './file-store.ts'
import { finishRemovals } from './finish-removals.ts'
import { findImageType } from './image-type.ts'
import { createOwnTexts } from './own-text.ts'
import { removalRepository } from './removal.repository.ts'
import { removeUnowned } from './remove-unowned.ts'

export interface FileDeps {
  db: Db
  storage: Storage
  /** Across instances. */
  locks: InstanceLocks
  /** Where a browser reaches the server, without a slash at the end. */
  publicUrl: string
  box: Pick<SecretBox, 'sign' | 'isSigned'>
}

export interface NewImage extends FileOwner {
  bytes: Buffer
  contentType: string
}

/** A file to be sent; it is only read if the client does not have it yet. */
export interface OpenFile {
  name: string
  contentType: string
  kind: FileRow['kind']
  mark: string
  read(): Promise<Buffer>
}

const THING = 'File'
const AREA = 'files'

interface NewFile {
  path: string
  name: string
  kind: FileRow['kind']
  contentType: string
  bytes: Buffer
}

interface FileChange {
  /** Throws if it can't be done; false if there is nothing to do. */
  check(on: Db): Promise<unknown>
  inStorage(tx?: Db): Promise<void>
  inDatabase?: (tx: Db) => Promise<void>
}

const noChange = async (): Promise<void> => undefined

export function createFileService(deps: FileDeps) {
  const { db } = deps
  const parts = createParts(deps)
  const { ownTexts, store } = parts

  /** After the account and its rows were deleted. Files that now belong to a colleague stay. */
  async function removeFilesOf(userId: number): Promise<void> {
    await store.removeFolder(userId, new Set(await fileRepository.pathsIn(db, userId)))
    await removalRepository.delete(db, AREA, userId)
  }

  return {
    readOwnText: ownTexts.readOwnText,
    isOwn: ownTexts.isOwn,
    ...uploadMethods(deps, parts),

    removeFilesOf,

    /** What a server that was killed has left behind. */
    async removeLeftovers(ageMs: number, signal: AbortSignal): Promise<void> {
      await finishRemovals({ db, area: AREA, remove: removeFilesOf }, signal)
      await removeUnowned({ db, store, remove: parts.removeUnlessListed }, ageMs, signal)
    },

    /** The content of a file with a row; undefined if it is gone. The caller has checked access. */
    async readStored(path: string): Promise<Buffer | undefined> {
      const opened = await store.open(path)
      return opened && (await buffer(opened.content))
    },

    ...pictureMethods(deps, parts),
  }
}

function createParts({ db, storage, locks }: FileDeps) {
  const store = createFileStore(storage, AREA)
  const ownTexts = createOwnTexts({ db, store })
  const withLock = createLock(locks, () => unavailable(say('server.database_busy'), 5))

  /**
   * Changes a file and its row, one change in a folder at a time. A storage in the database takes part in the transaction. Any other may be
   * far away and slow: no connection of the pool waits for it.
   */
  function change(path: string, { check, inStorage, inDatabase = noChange }: FileChange): Promise<void> {
    const owner = Number(path.split('/')[0])
    const inTransaction = (...steps: ((tx: Db) => Promise<unknown>)[]) =>
      db.transaction().execute(async (tx) => {
        await lockUser(tx, owner)
        for (const step of [check, ...steps]) if ((await step(tx)) === false) return
      })
    if (storage.kind === 'postgres') return inTransaction(inStorage, inDatabase)
    return withLock(`files ${owner}`, async (lock) => {
      if ((await check(db)) === false) return
      lock.requireHeld()
      await inStorage()
      if (inDatabase !== noChange) await inTransaction(inDatabase)
    })
  }

  /** The row is written after the file, under the same lock, so that a row never refers to a missing file. */
  async function add(owner: FileOwner, { path, name, kind, contentType, bytes }: NewFile): Promise<void> {
    await requireRoom(db, owner.userId, path, bytes.length)
    const staged = await store.stage(path, bytes)
    try {
      await change(path, {
        async check(on) {
          await requireRoom(on, owner.userId, path, bytes.length)
          const present = await fileRepository.findByPath(on, path)
          if (present && present.owner_id !== owner.userId) throw conflict(say('files.handed_over'))
        },
        inStorage: (tx) => staged.commit(tx),
        inDatabase: (tx) =>
          fileRepository.save(tx, {
            organization_id: owner.organizationId,
            owner_id: owner.userId,
            path,
            name,
            kind,
            content_type: contentType,
            size: bytes.length,
            created_at: nowSeconds(),
          }),
      })
    } catch (error) {
      // The account may have been deleted in the meantime.
      await removeUnlessListed(path).catch(() => undefined)
      throw error
    } finally {
      ownTexts.forget(path)
      await staged.discard()
    }
  }

  /** SQLite cuts texts at U+0000 and PostgreSQL refuses them, so invalid paths never reach a query. */
  async function getRow(path: string): Promise<FileRow> {
    const row = store.isPath(path) ? await fileRepository.findByPath(db, path) : undefined
    if (!row) throw notFound(THING)
    return row
  }

  /** A file uploaded under the same name in the meantime stays. */
  async function removeUnlessListed(path: string): Promise<void> {
    await change(path, {
      check: async (on) => !(await fileRepository.findByPath(on, path)),
      inStorage: (tx) => store.remove(path, tx),
    })
    ownTexts.forget(path)
  }

  return { add, removeUnlessListed, getRow, store, ownTexts }
}

type Parts = ReturnType<typeof createParts>

function uploadMethods({ db }: FileDeps, { add, removeUnlessListed, getRow, store }: Parts) {
  /** A file that was handed over keeps its path, in the folder of its first owner; a new one must not replace it. */
  async function findOwnPath(userId: number, name: string): Promise<string> {
    const dot = name.lastIndexOf('.')
    for (let number = 1; ; number++) {
      const numbered = number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`
      const path = `${userId}/${numbered}`
      const present = await fileRepository.findByPath(db, path)
      if (!present || present.owner_id === userId) return path
    }
  }

  return {
    async list(caller: UserCaller) {
      const rows = await fileRepository.listUploads(db, caller)
      return rows.map(({ name, path, size, created_at }) => ({ name, path, size, created_at }))
    },

    async upload(caller: UserCaller, upload: { name: string; bytes: Buffer }): Promise<UploadedFile> {
      const name = toFileName(upload.name)
      const contentType = requireTextType(name)
      requireSize(upload.bytes, FILE_LIMITS.textBytes)
      requireText(upload.bytes)
      const path = await findOwnPath(caller.userId, name)
      await add(caller, { path, name, kind: 'upload', contentType, bytes: upload.bytes })
      return { path, name }
    },

    /** `requestedPath` is the path from the list, or the part of it after the user's folder. */
    async delete(caller: UserCaller, requestedPath: string): Promise<void> {
      const folder = `${caller.userId}/`
      const file = store.isPath(requestedPath)
        ? await fileRepository.findByPath(db, requestedPath)
        : undefined
      const isNamed = requestedPath.startsWith(folder) || file?.owner_id === caller.userId
      const path = isNamed ? requestedPath : folder + requestedPath
      const row = await getRow(path)
      requireMay(caller, 'manage', toFacts(row), THING)
      await fileRepository.delete(db, row.id)
      // The row first, so that it never outlives its file.
      await removeUnlessListed(path)
    },
  }
}

const pictureMethods = ({ publicUrl, box }: FileDeps, { add, getRow, store }: Parts) => ({
  /** A generated image. Its signed URL grants access, so that a chat page can show it. */
  async saveImage({ userId, organizationId, bytes }: NewImage): Promise<{ url: string }> {
    const type = findImageType(bytes)
    if (!type) throw badRequest(say('files.image_type'))
    requireSize(bytes, FILE_LIMITS.imageBytes)
    const name = `img_${Date.now()}_${randomBytes(4).toString('hex')}.${type.extension}`
    const path = `${userId}/img/${name}`
    await add({ userId, organizationId }, { path, name, kind: 'image', contentType: type.contentType, bytes })
    const address = path.split('/').map(encodeURIComponent).join('/')
    return { url: `${publicUrl}/static/public/${address}?sig=${box.sign(toSigned(path))}` }
  },

  /** Not found, except with a signed URL or access according to the policy. */
  async getPublic(
    path: string,
    signature: string | undefined,
    caller: UserCaller | undefined,
  ): Promise<OpenFile> {
    const row = await getRow(path)
    const isSigned = signature !== undefined && box.isSigned(toSigned(path), signature)
    if (!isSigned && !(caller && may(caller, 'see', toFacts(row)))) throw notFound(THING)
    const file = await store.find(path)
    if (!file) throw notFound(THING)
    return {
      name: row.name,
      contentType: row.content_type,
      kind: row.kind,
      mark: file.mark,
      read: async () => (await store.read(path, FILE_LIMITS.imageBytes)).bytes,
    }
  },
})

export type FileService = ReturnType<typeof createFileService>

const toFacts = (row: FileRow): ObjectFacts => ({
  kind: 'file',
  organizationId: row.organization_id,
  ownerId: row.owner_id,
})

/** Includes the purpose, so that a signature for something else never opens a file. */
const toSigned = (path: string): string => `static/public/${path}`

function requireSize(bytes: Buffer, limit: number): void {
  if (bytes.length > limit) throw new AppError('too_large', say('files.too_large', { limit: toMiB(limit) }))
}

async function requireRoom(db: Db, userId: number, path: string, size: number): Promise<void> {
  const usedBytes = await fileRepository.sizeBesides(db, userId, path)
  if (usedBytes.count >= FILE_LIMITS.filesPerUser) {
    throw badRequest(say('files.too_many', { limit: FILE_LIMITS.filesPerUser }))
  }
  if (usedBytes.bytes + size > FILE_LIMITS.bytesPerUser) {
    throw badRequest(
      say('files.storage_full', { used: toMiB(usedBytes.bytes), limit: toMiB(FILE_LIMITS.bytesPerUser) }),
    )
  }
}

const toMiB = (bytes: number): string => `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`
