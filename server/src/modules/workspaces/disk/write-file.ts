import { constants } from 'node:fs'
import { type FileHandle, link, mkdir, open, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newUuid } from '../../../platform/ids.ts'
import { STAGED_START } from './place.ts'

const WRITE_NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW

/** Written and safe on disk beside its place, but not yet under its name. */
export interface StagedFile {
  /** Takes the place of what is there. */
  replace(): Promise<void>
  /** Fails when something is there by now. */
  create(): Promise<void>
  /** Does nothing after either. */
  discard(): Promise<void>
}

export interface NewContent {
  bytes: Buffer
  mode: number
  /** Whose the file shall stay, where the server may say so. */
  owner?: { uid: number; gid: number } | undefined
  /** Many files at once, each of which can be had again, need not wait for the disk one by one. */
  unsynced?: boolean
}

export async function stageFile(
  real: string,
  { bytes, mode, owner, unsynced = false }: NewContent,
): Promise<StagedFile> {
  const folder = dirname(real)
  await mkdir(folder, { recursive: true })
  const staged = join(folder, STAGED_START + newUuid())
  try {
    await withFile(await open(staged, WRITE_NEW, 0o600), async (file) => {
      await file.writeFile(bytes)
      // Only a privileged server may; for the rest the file becomes the server's, as with every editor that saves this way.
      if (owner && process.getuid?.() === 0) await file.chown(owner.uid, owner.gid)
      await file.chmod(mode)
      if (!unsynced) await file.sync()
    })
  } catch (error) {
    await rm(staged, { force: true })
    throw error
  }
  return {
    async replace() {
      await rename(staged, real)
      if (!unsynced) await syncFolder(folder)
    },
    async create() {
      await link(staged, real)
      await unlink(staged)
      await syncFolder(folder)
    },
    discard: () => rm(staged, { force: true }),
  }
}

export async function removeFile(real: string): Promise<void> {
  await unlink(real)
  await syncFolder(dirname(real))
}

/** Without this a power cut may take the new name back, though the content is safe. */
export const syncFolder = async (folder: string): Promise<void> =>
  withFile(await open(folder, constants.O_RDONLY), (handle) => handle.sync())

async function withFile(handle: FileHandle, work: (handle: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(handle)
  } finally {
    await handle.close()
  }
}
