import { type BigIntStats, constants, type Dirent, existsSync } from 'node:fs'
import {
  chmod,
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  opendir,
  readdir,
  readlink,
  realpath,
  rename,
  rmdir,
  symlink,
  unlink,
} from 'node:fs/promises'

/**
 * An open folder. All operations take names in it, one level deep, and follow no links, so that a program that
 * replaces a folder with a link can't redirect them. docs/security.md describes how this works on each system.
 */
export interface Folder {
  /** Fails with ELOOP when `name` is a link. */
  open(name: string, flags: number, mode?: number): Promise<FileHandle>
  /** Fails with ENOTDIR or ELOOP when `name` is a link or not a folder. The caller closes both folders. */
  openFolder(name: string): Promise<Folder>
  list(): Promise<Dirent[]>
  /** Iterates, because a folder may have millions of entries. */
  names(): AsyncIterable<string>
  /** Does not follow links; undefined when there is no such entry. */
  stat(name: string): Promise<BigIntStats | undefined>
  readLink(name: string): Promise<string>
  makeLink(name: string, target: string): Promise<void>
  makeFolder(name: string): Promise<void>
  removeFile(name: string): Promise<void>
  removeFolder(name: string): Promise<void>
  move(name: string, to: string, target?: Folder): Promise<void>
  /** Fails with EEXIST when `to` already exists. */
  addName(name: string, to: string): Promise<void>
  /** Restores the server's permissions on a folder that a program has locked. */
  unlock(): Promise<void>
  /** Makes renamed and new entries survive a power failure. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** `handles`: relative to an open descriptor, through /proc. `checks`: by path, compared with the opened folder. */
export type FolderAccess = 'handles' | 'checks'

const DEFAULT_ACCESS: FolderAccess =
  process.platform === 'linux' && existsSync('/proc/self/fd') ? 'handles' : 'checks'

/** Missing from Node's constants. The same on all architectures that Node supports on Linux. */
const O_PATH = 0o10000000
const FOLDER = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** `real` is an absolute path without links. Fails if it has become a link or leads through one. */
export async function openFolder(real: string, access: FolderAccess = DEFAULT_ACCESS): Promise<Folder> {
  if (access === 'checks') return CheckedFolder.at(real)
  const handle = await open(real, FOLDER)
  try {
    if ((await readlink(`/proc/self/fd/${handle.fd}`)) !== real) throw swapped(real)
    return new HandleFolder(handle)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** On Windows a backslash also separates folders, and a colon refers to another stream or drive. */
const INVALID_IN_NAME = process.platform === 'win32' ? /[/\\:\0]/ : /[/\0]/

abstract class NamedFolder {
  /** The path of the folder itself. */
  protected abstract readonly address: string
  /** Throws when the path no longer leads to the opened folder. */
  protected abstract check(): Promise<void>
  abstract openFolder(name: string): Promise<Folder>

  protected at(name: string): string {
    if (name === '' || name === '.' || name === '..' || INVALID_IN_NAME.test(name))
      throw new Error('not a file name')
    return `${this.address}/${name}`
  }

  async open(name: string, flags: number, mode?: number): Promise<FileHandle> {
    // NONBLOCK: opening a pipe would wait for a writer.
    return open(this.at(name), flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode)
  }

  async list(): Promise<Dirent[]> {
    const entries = await readdir(this.address, { withFileTypes: true })
    await this.check()
    return entries
  }

  async *names(): AsyncGenerator<string> {
    const folder = await opendir(this.address)
    await this.check()
    for await (const { name } of folder) yield name
  }

  async stat(name: string): Promise<BigIntStats | undefined> {
    await this.check()
    try {
      return await lstat(this.at(name), { bigint: true })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
      throw error
    }
  }

  async readLink(name: string): Promise<string> {
    await this.check()
    return readlink(this.at(name))
  }

  async makeLink(name: string, target: string): Promise<void> {
    await this.check()
    await symlink(target, this.at(name))
  }

  async makeFolder(name: string): Promise<void> {
    await this.check()
    await mkdir(this.at(name))
  }

  async removeFile(name: string): Promise<void> {
    await this.check()
    await unlink(this.at(name))
  }

  async removeFolder(name: string): Promise<void> {
    await this.check()
    await rmdir(this.at(name))
  }

  async move(name: string, to: string, target: Folder = this as unknown as Folder): Promise<void> {
    if (!(target instanceof NamedFolder)) throw new Error('not an open folder')
    await this.check()
    await target.check()
    await rename(this.at(name), target.at(to))
  }

  async addName(name: string, to: string): Promise<void> {
    await this.check()
    await link(this.at(name), this.at(to))
  }

  async unlock(): Promise<void> {
    await this.check()
    await chmod(this.address, 0o700)
  }

  async sync(): Promise<void> {
    // Windows doesn't support it and doesn't need it.
    if (process.platform === 'win32') return
    await this.check()
    const handle = await open(this.address, constants.O_RDONLY | constants.O_DIRECTORY)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

/** Linux: the kernel resolves names from the open descriptor, even if the folder has been moved. */
class HandleFolder extends NamedFolder implements Folder {
  protected readonly address: string

  constructor(private readonly handle: FileHandle) {
    super()
    this.address = `/proc/self/fd/${handle.fd}`
  }

  protected async check(): Promise<void> {
    // A descriptor always refers to the same folder.
  }

  async openFolder(name: string): Promise<Folder> {
    return new HandleFolder(await open(this.at(name), FOLDER))
  }

  close(): Promise<void> {
    return this.handle.close()
  }
}

interface Step {
  path: string
  ino: bigint
  dev: bigint
}

/** Other systems: by path, comparing every folder on the way with the one that was opened. */
class CheckedFolder extends NamedFolder implements Folder {
  protected readonly address: string

  private constructor(private readonly steps: readonly Step[]) {
    super()
    this.address = steps.at(-1)?.path ?? ''
  }

  static async at(real: string): Promise<CheckedFolder> {
    if ((await realpath(real)) !== real) throw swapped(real)
    return new CheckedFolder([await toStep(real)])
  }

  protected async check(): Promise<void> {
    for (const { path, ino, dev } of this.steps) {
      const now = await toStep(path)
      if (now.ino !== ino || now.dev !== dev) throw swapped(path)
    }
  }

  async openFolder(name: string): Promise<Folder> {
    const step = await toStep(this.at(name))
    await this.check()
    return new CheckedFolder([...this.steps, step])
  }

  /** Before a byte is read or written, checks that the opened file is the one at the checked path. */
  override async open(name: string, flags: number, mode?: number): Promise<FileHandle> {
    await this.check()
    const handle = await super.open(name, flags, mode)
    try {
      const [opened, current] = [await handle.stat({ bigint: true }), await this.stat(name)]
      if (opened.ino !== current?.ino || opened.dev !== current.dev) throw swapped(name)
      return handle
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async close(): Promise<void> {
    // Nothing to close.
  }
}

async function toStep(path: string): Promise<Step> {
  const stats = await lstat(path, { bigint: true })
  if (!stats.isDirectory()) throw Object.assign(new Error(`${path} is not a folder`), { code: 'ENOTDIR' })
  return { path, ino: stats.ino, dev: stats.dev }
}

const swapped = (path: string): Error =>
  Object.assign(new Error(`${path} was replaced while it was being opened`), { code: 'ELOOP' })
