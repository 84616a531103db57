import { KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest, notFound } from '../../../platform/errors.ts'
import { createGates } from '../../../platform/rate-limit/gates.ts'
import type { StorageContent } from '../../../platform/storage/storage.ts'
import { keepAll } from '../originals/keep-all.ts'
import type { ReceivedFile } from '../originals/originals.ts'
import { lacksDescriptions } from '../pictures/describe-pictures.ts'
import { wantsDescriptions } from '../plugins/plugins.ts'
import type { BaseWithOwner } from '../records/base.repository.ts'
import { fileRepository, type KnowledgeFileRow } from '../records/file.repository.ts'
import { type PasswordBox, sealPassword, withoutPassword } from '../records/file-password.ts'
import { readWarnings } from '../records/records.ts'
import type { DocumentDeps } from './document-deps.ts'
import { toFolderName, toPlainName } from './document-names.ts'
import { type Unpacked, unpackZip } from './zip/unpack-zip.ts'

/** Saves more in the transaction that adds the documents. Not called if nothing is added. */
export type SaveWith = (tx: Db, files: readonly KnowledgeFileRow[]) => Promise<void>

export type DocumentQueueDeps = Pick<DocumentDeps, 'db' | 'originals' | 'box' | 'getBase' | 'wake'>

interface AboutDocument {
  name: string
  contentType: string
  pluginName: string
  pluginParams: Readonly<Record<string, unknown>>
}
export interface NewDocument extends AboutDocument {
  bytes: Buffer
}
export interface ReceivedDocument extends AboutDocument {
  received: ReceivedFile
  /** The name includes its folders. */
  inFolder?: boolean
  /** For a folder that is synced: different settings don't make it another file. */
  isSync?: boolean
}

export interface AddedFile {
  file: KnowledgeFileRow
  isUnchanged: boolean
}

/** Stores a file of an upload, until it is kept or discarded. */
export type Receive = (name: string, content: StorageContent) => Promise<ReceivedFile>

/** A document that is fetched instead of uploaded. */
export interface NewRemoteDocument {
  name: string
  url: string
  pluginName: string
  pluginParams: Readonly<Record<string, unknown>>
}

/** Adds documents to a knowledge base: they are listed immediately and processed one after the other. */
export function createDocumentQueue(deps: DocumentQueueDeps) {
  const rows = createRows(deps)

  return {
    requireRoom: rows.requireRoom,
    ...uploadMethods(deps, rows),
    ...remoteMethods(deps, rows),
  }
}

type QueuedFile = Pick<
  KnowledgeFileRow,
  | 'name'
  | 'content_type'
  | 'size'
  | 'checksum'
  | 'stored_path'
  | 'source_url'
  | 'plugin_name'
  | 'plugin_params'
>

function createRows({ db, wake }: DocumentQueueDeps) {
  async function requireRoom(userId: number, bytes: number, { newFiles = 1 } = {}): Promise<void> {
    const usage = await fileRepository.sizeOwnedBy(db, userId)
    if (usage.files + newFiles > KNOWLEDGE_LIMITS.filesPerUser)
      throw badRequest(say('knowledge.too_many_files', { limit: KNOWLEDGE_LIMITS.filesPerUser }))
    if (usage.bytes + bytes > KNOWLEDGE_LIMITS.bytesPerUser) throw badRequest(say('knowledge.storage_full'))
  }

  /** In the given order. */
  async function addRows(
    caller: UserCaller,
    base: BaseWithOwner,
    files: readonly QueuedFile[],
    saveWith?: SaveWith | undefined,
  ): Promise<KnowledgeFileRow[]> {
    if (files.length === 0) return []
    const now = nowSeconds()
    const added = files.map((file) => ({
      ...file,
      knowledge_base_id: base.id,
      owner_id: caller.userId,
      error_code: null,
      error_message: null,
      error_said: null,
      leased_by: null,
      started_at: null,
      finished_at: null,
      created_at: now,
      updated_at: now,
    }))
    const rows = saveWith
      ? await db.transaction().execute(async (tx) => {
          const saved = await fileRepository.insertAll(tx, added)
          await saveWith(tx, saved)
          return saved
        })
      : await fileRepository.insertAll(db, added)
    wake()
    return rows
  }

  return { requireRoom, addRows }
}

type Rows = ReturnType<typeof createRows>

function uploadMethods({ db, originals, box, getBase }: DocumentQueueDeps, { requireRoom, addRows }: Rows) {
  const gate = createGates(1)

  /** Checked for an upload before its first byte, once for all of its files. */
  async function startReceiving(caller: UserCaller, baseId: number): Promise<Receive> {
    const base = await getBase(caller, 'edit', baseId)
    await requireRoom(base.owner_id, 0)
    return (name, content) => originals.receive(base.id, toPlainName(name), content)
  }

  const receive = async (
    caller: UserCaller,
    baseId: number,
    name: string,
    content: StorageContent,
  ): Promise<ReceivedFile> => (await startReceiving(caller, baseId))(name, content)

  /**
   * Each replaces a file with the same name once it is processed. Identical content changes nothing. Either all are
   * added or none.
   */
  async function addReceived(
    caller: UserCaller,
    baseId: number,
    documents: readonly ReceivedDocument[],
    saveWith?: SaveWith | undefined,
  ): Promise<AddedFile[]> {
    const base = await getBase(caller, 'edit', baseId)
    const namedDocuments = documents.map((document) => ({ ...document, name: nameOf(document) }))
    const newest = await fileRepository.findNewest(
      db,
      base.id,
      namedDocuments.map(({ name }) => name),
    )
    const unchanged = namedDocuments.map((document) => {
      const file = newest.get(document.name)
      return file && isSame(file, document.received.checksum, document) ? file : undefined
    })
    const fresh = namedDocuments.filter((_document, at) => unchanged[at] === undefined)
    if (fresh.length > 0)
      await requireRoom(base.owner_id, sum(fresh.map(({ received }) => received.size)), {
        newFiles: fresh.length,
      })
    const received = fresh.map((document) => document.received)
    const added = await keepAll(received, originals.remove, (paths) => {
      const queued = fresh.map((document, at) => toQueued(box, document, paths[at] ?? ''))
      return addRows(caller, base, queued, saveWith)
    })
    return unchanged.flatMap((file): AddedFile[] => {
      if (file) return [{ file, isUnchanged: true }]
      const next = added.shift()
      return next ? [{ file: next, isUnchanged: false }] : []
    })
  }

  /** The files of a zip archive. Undefined for other files, and for documents that are zip archives inside. */
  async function unpack(
    caller: UserCaller,
    baseId: number,
    { name, received }: Pick<ReceivedDocument, 'name' | 'received'>,
  ): Promise<Unpacked | undefined> {
    if (!received.isZip || !/\.zip$/i.test(name.trim())) return undefined
    await getBase(caller, 'edit', baseId)
    // Archives are read into memory, so only one at a time.
    return gate.run('', async () => {
      const path = await received.keep()
      let isDocument = false
      try {
        const unpacked = await unpackZip(await originals.read(path), await startReceiving(caller, baseId))
        // Such as a Word file named .zip.
        isDocument = unpacked === undefined
        return unpacked
      } finally {
        if (!isDocument) await originals.remove(path)
      }
    })
  }

  return {
    startReceiving,
    receive,
    addReceived,
    unpack,
    readReceivedText: createReadReceivedText({ originals, getBase }),

    async add(caller: UserCaller, base: number, { bytes, ...document }: NewDocument) {
      const received = await receive(caller, base, document.name, bytes)
      try {
        const [added] = await addReceived(caller, base, [{ ...document, received }])
        if (!added) throw notFound('File')
        return added.file
      } finally {
        await received.discard()
      }
    },
  }
}

const createReadReceivedText =
  ({ originals, getBase }: Pick<DocumentQueueDeps, 'originals' | 'getBase'>) =>
  /** The text of a file that is not stored. */
  async (
    caller: UserCaller,
    baseId: number,
    { received }: Pick<ReceivedDocument, 'received'>,
  ): Promise<string> => {
    await getBase(caller, 'edit', baseId)
    const path = await received.keep()
    try {
      return (await originals.read(path)).toString('utf8')
    } finally {
      await originals.remove(path)
    }
  }

const remoteMethods = ({ getBase }: DocumentQueueDeps, { requireRoom, addRows }: Rows) => ({
  async addRemote(
    caller: UserCaller,
    baseId: number,
    remote: NewRemoteDocument,
    saveWith?: SaveWith | undefined,
  ): Promise<KnowledgeFileRow> {
    const base = await getBase(caller, 'edit', baseId)
    await requireRoom(base.owner_id, 0)
    const queued: QueuedFile = {
      name: toPlainName(remote.name),
      content_type: 'text/html',
      size: 0,
      checksum: '',
      stored_path: null,
      source_url: remote.url,
      plugin_name: remote.pluginName,
      plugin_params: JSON.stringify(remote.pluginParams),
    }
    const [file] = await addRows(caller, base, [queued], saveWith)
    if (!file) throw notFound('File')
    return file
  },
})

const nameOf = ({ name, isSync, inFolder }: ReceivedDocument): string =>
  isSync || inFolder ? toFolderName(name) : toPlainName(name)

const toQueued = (box: PasswordBox, document: ReceivedDocument, stored_path: string): QueuedFile => ({
  name: document.name,
  checksum: document.received.checksum,
  plugin_name: document.pluginName,
  plugin_params: JSON.stringify(sealPassword(box, document.pluginParams)),
  content_type: document.contentType,
  size: document.received.size,
  stored_path,
  source_url: null,
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, value) => total + value, 0)

/** Whether this file is identical to the upload. */
function isSame(
  file: KnowledgeFileRow,
  checksum: string,
  { pluginName, pluginParams, isSync }: Omit<ReceivedDocument, 'received'>,
): boolean {
  if (file.checksum !== checksum) return false
  // A waiting file may lack the password that was sent with this one.
  if ('password' in pluginParams && file.status !== 'completed') return false
  // Images that were not described last time may be described this time.
  if (!isSync && wantsDescriptions(pluginParams) && lacksDescriptions(readWarnings(file.warnings)))
    return false
  const isReadAlike =
    file.plugin_name === pluginName && file.plugin_params === JSON.stringify(withoutPassword(pluginParams))
  return isSync === true || isReadAlike
}
