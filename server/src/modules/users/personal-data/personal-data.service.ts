import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { inBatches } from '../../../platform/db/in-batches.ts'
import { badRequest } from '../../../platform/errors.ts'
import { writeZip, type ZipFile } from '../../../platform/zip/write-zip.ts'
import { shownEmail } from '../made-up-email.ts'
import type { AdminScope, UserAdminService } from '../user-admin.service.ts'
import { forgetLateRecords } from './forget-person.repository.ts'
import { personDataRepository } from './person-data.repository.ts'

export interface PersonalDataDeps extends ExportDeps {
  userAdmin: Pick<UserAdminService, 'get' | 'removeOwn'>
  /** Writes queued records of answers, so that the export is complete. */
  flushRecords(): Promise<void>
}

/** A person's right to get and to delete what is stored about them. */
export function createPersonalData(deps: PersonalDataDeps) {
  const { db, userAdmin, flushRecords } = deps

  return {
    async exportOwn(caller: UserCaller): Promise<AsyncGenerator<Buffer>> {
      await flushRecords()
      return exportPerson(deps, caller.userId)
    },

    /** For admins who answer a person's request. */
    async exportMember(
      caller: UserCaller,
      within: AdminScope,
      userId: number,
    ): Promise<AsyncGenerator<Buffer>> {
      await userAdmin.get(caller, within, userId)
      await flushRecords()
      return exportPerson(deps, userId)
    },

    async deleteOwn(caller: UserCaller, email: string): Promise<void> {
      const expected = shownEmail(caller.email) || caller.name.toLowerCase()
      if (email.trim().toLowerCase() !== expected) throw badRequest(say('users.confirm_with_email'))
      await userAdmin.removeOwn(caller)
    },

    removeLateRecords: (signal: AbortSignal): Promise<number> =>
      inBatches((limit) => forgetLateRecords(db, limit), signal),
  }
}

export type PersonalData = ReturnType<typeof createPersonalData>

interface ExportDeps {
  db: Db
  /** The connection for reports. */
  reports: Db
  /** Undefined if the file is gone. */
  readFile(path: string): Promise<Buffer | undefined>
}

const README = `This archive contains what Bellwether stores about you.

account.json and the other JSON files: your account and your data by subject. Times are Unix seconds.
chats/: one JSON file per chat, with ratings and images.
files/: files that you have uploaded or created.

Passwords, keys and their hashes are not included. Content that you own, such as knowledge bases and workspaces, is
listed by name; download it on its own page.
`

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** Everything that is stored about a person, as a zip. One part is in memory at a time. */
const exportPerson = (deps: ExportDeps, userId: number): AsyncGenerator<Buffer> =>
  writeZip(partsOf(deps, userId))

async function* partsOf({ reports: db, readFile }: ExportDeps, userId: number): AsyncGenerator<ZipFile> {
  const modifiedAt = new Date()
  const part = (path: string, read: ZipFile['read']): ZipFile => ({ path, mode: 0o644, modifiedAt, read })
  const json = (path: string, read: () => Promise<unknown>): ZipFile =>
    part(path, async () => {
      const value = await read()
      return value === undefined ? undefined : Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`)
    })
  yield part('README.txt', async () => Buffer.from(README))
  const isStudent = await personDataRepository.isStudent(db, userId)
  for (const subject of personDataRepository.subjects)
    yield json(`${subject}.json`, () => personDataRepository.read(db, subject, userId, isStudent))
  for (const id of await personDataRepository.chatIds(db, userId)) {
    yield json(`chats/${id}.json`, () => personDataRepository.chat(db, userId, id))
    for (const picture of await personDataRepository.pictureIds(db, id)) {
      const row = await personDataRepository.picture(db, picture)
      if (row)
        yield part(`chats/${id}/${picture}.${EXTENSIONS[row.content_type] ?? 'bin'}`, async () =>
          Buffer.from(row.bytes),
        )
    }
  }
  for (const [at, { path, name }] of (await personDataRepository.filePaths(db, userId)).entries())
    yield part(`files/${at + 1}-${name.replace(/[/\\\p{Cc}]/gu, '_')}`, () => readFile(path))
}
