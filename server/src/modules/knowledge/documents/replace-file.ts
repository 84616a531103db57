import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, conflict, isUnavailable, notFound } from '../../../platform/errors.ts'
import type { ReceivedFile } from '../originals/originals.ts'
import { requireAccepted } from '../recordings/transcribe-recording.ts'
import { lockBase } from '../records/base.repository.ts'
import { fileRepository, type KnowledgeFileRow } from '../records/file.repository.ts'
import { queuedColumns } from '../records/queued-columns.ts'
import { type ReplacementRow, replacementRepository } from '../records/replacement.repository.ts'
import type { DocumentDeps } from './document-deps.ts'
import { toPlainName } from './document-names.ts'

const ENDED = ['completed', 'failed', 'cancelled'] as const

/** Replaces files with new versions. They keep their ids, so tags, test questions and links stay. */
export function createReplacing({ db, originals, getBase, wake, requireRoom, findRefusal }: ReplacingDeps) {
  async function getFile(caller: UserCaller, verb: 'see' | 'edit', base: number, id: number) {
    const knowledgeBase = await getBase(caller, verb, base)
    const file = await fileRepository.find(db, base, id)
    if (!file) throw notFound('File')
    return { base: knowledgeBase, file }
  }

  /** The old original is kept until the new one is processed. */
  async function keep(
    file: KnowledgeFileRow,
    caller: UserCaller,
    name: string,
    { received, contentType }: NewVersion,
  ) {
    const path = await received.keep()
    try {
      return await db.transaction().execute(async (tx) => {
        await lockBase(tx, file.knowledge_base_id)
        // Another person may have replaced it in the meantime.
        const current = await fileRepository.find(tx, file.knowledge_base_id, file.id)
        if (!current) throw notFound('File')
        const isOpen = (await replacementRepository.find(tx, file.id))?.previous_path != null
        await replacementRepository.begin(tx, file.id, current.stored_path)
        const isChanged = await fileRepository.change(tx, file.id, ENDED, {
          ...queuedColumns(),
          // Transcriptions and image descriptions are charged to the person who requested them.
          owner_id: caller.userId,
          name,
          content_type: contentType,
          size: received.size,
          checksum: received.checksum,
          stored_path: path,
        })
        if (!isChanged) throw conflict(say('knowledge.already_processing'))
        // A version that was never processed is no longer needed.
        return isOpen ? current.stored_path : null
      })
    } catch (error) {
      // If the reply to the commit was lost, the row may name it. Files without a row are removed later.
      if (!isUnavailable(error)) await originals.remove(path)
      throw error
    }
  }

  return {
    /** Passages of the old version are found until the new one is processed. Identical content changes nothing. */
    async replace(
      caller: UserCaller,
      baseId: number,
      id: number,
      upload: NewVersion,
    ): Promise<KnowledgeFileRow> {
      const { base, file } = await getFile(caller, 'edit', baseId, id)
      if (file.source_url !== null) throw badRequest(say('knowledge.replace_from_web'))
      if (upload.received.isZip && /\.zip$/i.test(upload.name.trim()))
        throw badRequest(say('knowledge.replace_zip'))
      const name = inFolderOf(file.name, toPlainName(upload.name))
      if (name === file.name && upload.received.checksum === file.checksum && file.status === 'completed')
        return file
      if (name !== file.name && (await fileRepository.isNameTaken(db, base.id, name, id)))
        throw conflict(say('knowledge.replace_name_taken', { name }))
      const { size } = upload.received
      requireAccepted(await findRefusal(base.organization_id, { name, size }))
      await requireRoom(base.owner_id, Math.max(0, size - file.size), { newFiles: 0 })
      const unused = await keep(file, caller, name, upload)
      if (unused) await originals.remove(unused)
      wake()
      return (await getFile(caller, 'see', baseId, id)).file
    },

    async changeOf(caller: UserCaller, base: number, id: number): Promise<ReplacementRow | undefined> {
      await getFile(caller, 'see', base, id)
      return replacementRepository.find(db, id)
    },
  }
}

interface NewVersion {
  name: string
  contentType: string
  received: ReceivedFile
}

interface ReplacingDeps extends Pick<DocumentDeps, 'db' | 'originals' | 'getBase' | 'wake' | 'findRefusal'> {
  requireRoom(userId: number, bytes: number, more?: { newFiles: number }): Promise<void>
}

/** The new version stays in the folder of the file. Pure. */
const inFolderOf = (before: string, name: string): string =>
  before.includes('/') ? `${before.slice(0, before.lastIndexOf('/'))}/${name}` : name
