import { createHash } from 'node:crypto'
import { SettingsError } from '../../platform/config.ts'
import type { StoredObject } from '../../platform/storage/storage.ts'
import type { Movable } from './workspace-objects.ts'

export interface Totals {
  files: number
  bytes: number
}

export interface CopyHooks {
  from: Movable
  to: Movable
  onCopied(size: number): void
}

/** The objects that were copied: each key with the mark of its content. */
export type Copied = Map<string, string>

const AT_ONCE = 4

export async function countObjects(storage: Movable): Promise<Totals> {
  const totals = { files: 0, bytes: 0 }
  for await (const { size } of storage.list('')) {
    totals.files++
    totals.bytes += size
  }
  return totals
}

/** Copies new and changed objects, and removes objects from the target that were removed from the source since. */
export async function copyObjects(copied: Copied, hooks: CopyHooks): Promise<void> {
  const seen = new Set<string>()
  const running = new Set<Promise<void>>()
  try {
    for await (const object of hooks.from.list('')) {
      seen.add(object.key)
      if (copied.get(object.key) === object.mark) continue
      const work: Promise<void> = copyObject(object, copied, hooks).finally(() => running.delete(work))
      running.add(work)
      if (running.size >= AT_ONCE) await Promise.race(running)
    }
  } finally {
    await Promise.allSettled(running)
  }
  await Promise.all(running)
  for (const key of copied.keys())
    if (!seen.has(key)) {
      await hooks.to.remove(key)
      copied.delete(key)
    }
}

/**
 * Objects of the target that the source doesn't have, such as files of an account that was deleted after an interrupted
 * move. Those of existing workspaces are left out: they are made when a workspace is converted, and removed once it no
 * longer needs them.
 */
export async function* listExtra(
  from: Movable,
  to: Movable,
  workspaces: ReadonlySet<string>,
): AsyncGenerator<string> {
  for await (const { key } of to.list('')) {
    const [area, owner = ''] = key.split('/')
    if (area === 'workspaces' && workspaces.has(owner)) continue
    if (!(await from.head(key))) yield key
  }
}

async function copyObject(
  object: StoredObject,
  copied: Copied,
  { from, to, onCopied }: CopyHooks,
): Promise<void> {
  const { key } = object
  const existing = await to.head(key)
  // An earlier run may have copied it; then it is only compared.
  const expectedHash =
    existing?.size === object.size ? await hashOf(from, key) : await copyContent(from, to, key)
  if (expectedHash === undefined) return
  let hash = await hashOf(to, key)
  if (hash !== expectedHash && existing?.size === object.size) {
    const again = await copyContent(from, to, key)
    if (again === undefined) return
    hash = (await hashOf(to, key)) === again ? expectedHash : undefined
  }
  if (hash !== expectedHash)
    throw new SettingsError(
      `${key} differs after copying. The storage was not switched; run the command again.`,
    )
  copied.set(key, object.mark)
  onCopied(object.size)
}

/** The SHA-256 of the copied content; undefined if the object was removed in the meantime. */
async function copyContent(from: Movable, to: Movable, key: string): Promise<string | undefined> {
  const opened = await from.open(key)
  if (!opened) return undefined
  const hash = createHash('sha256')
  async function* hashed(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      hash.update(piece)
      yield piece
    }
  }
  try {
    await to.put(key, hashed(opened.content))
  } finally {
    opened.content.destroy()
  }
  return hash.digest('hex')
}

export async function hashOf(storage: Movable, key: string): Promise<string | undefined> {
  const opened = await storage.open(key)
  if (!opened) return undefined
  const hash = createHash('sha256')
  for await (const piece of opened.content) hash.update(piece)
  return hash.digest('hex')
}
