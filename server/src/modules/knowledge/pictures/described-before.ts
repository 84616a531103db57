import * as z from 'zod'
import type { Originals } from '../originals/originals.ts'

const keptSchema = z.object({ version: z.literal(1), texts: z.record(z.string(), z.string()) })

/** Descriptions of a file's images, stored so that no image is paid for twice. */
export interface DescribedBefore {
  find(model: string, checksum: string): string | undefined
  /** Durable when this returns, so that a crash later does not repeat the call. */
  keep(model: string, checksum: string, text: string): Promise<void>
}

/** `earlier`: files that this one replaces, which often have the same images. */
export async function openDescribedBefore(
  originals: Pick<Originals, 'readBeside' | 'writeBeside'>,
  path: string,
  earlier: readonly string[],
): Promise<DescribedBefore> {
  const texts = new Map<string, string>()
  for (const file of [...earlier, path])
    for (const [key, text] of await readKept(originals, file)) texts.set(key, text)
  const ownTexts = new Map(await readKept(originals, path))
  let writing = Promise.resolve()
  return {
    find: (model, checksum) => texts.get(keyOf(model, checksum)),
    keep(model, checksum, text) {
      ownTexts.set(keyOf(model, checksum), text)
      const content = JSON.stringify({ version: 1, texts: Object.fromEntries(ownTexts) })
      // One after the other, whether or not the previous one succeeded.
      writing = writing.catch(() => undefined).then(() => originals.writeBeside(path, Buffer.from(content)))
      return writing
    },
  }
}

const keyOf = (model: string, checksum: string): string => `${checksum} ${model}`

/** Unreadable descriptions are requested again: it costs more, but is correct. */
async function readKept(originals: Pick<Originals, 'readBeside'>, path: string): Promise<[string, string][]> {
  const bytes = await originals.readBeside(path)
  if (!bytes) return []
  try {
    return Object.entries(keptSchema.parse(JSON.parse(bytes.toString())).texts)
  } catch {
    return []
  }
}
