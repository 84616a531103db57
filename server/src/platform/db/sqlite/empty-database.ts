import { randomUUID } from 'node:crypto'
import { access, link, open, readFile, rm } from 'node:fs/promises'

/**
 * Starts a new installation with a copy of `template`, a database with all tables and no rows: running every migration
 * takes 0.3 s of CPU. Does nothing if there is a database, or if the copy can't be made: the migrations create the
 * tables as well.
 */
export async function copyEmptyDatabase(template: string, file: string): Promise<void> {
  // SQLite would apply the log of a database that was deleted to the copy.
  if ((await exists(file)) || (await exists(`${file}-wal`)) || !(await exists(template))) return
  const copy = `${file}.${randomUUID()}.new`
  try {
    await writeDurably(copy, await readFile(template))
    // Unlike a rename, a link never replaces the database of another process that starts at the same time.
    await link(copy, file)
  } catch {
    // For example, a file system without links. A full disk is reported by the migrations.
  } finally {
    await rm(copy, { force: true }).catch(() => undefined)
  }
}

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
