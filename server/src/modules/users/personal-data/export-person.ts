import type { Db } from '../../../platform/db/db.ts'
import { writeZip, type ZipFile } from '../../../platform/zip/write-zip.ts'
import { personDataRepository } from './person-data.repository.ts'

export interface ExportDeps {
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
export const exportPerson = (deps: ExportDeps, userId: number): AsyncGenerator<Buffer> =>
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
