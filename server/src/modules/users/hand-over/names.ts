import { type HandedOver, type OwnedObjectKind, parseJsonObject } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { type OwnedAssistant, ownedObjectRepository } from './owned-object.repository.ts'

const MAX_SECRET_NAME = 64

/** A secret's name only has room for `_2`; other names are free text. */
export function toFreeName(kind: OwnedObjectKind, wanted: string, taken: ReadonlySet<string>): string {
  if (kind === 'tool_secrets') {
    const base = wanted.slice(0, MAX_SECRET_NAME - 4)
    return firstFree(wanted, (number) => `${base}_${number}`, taken)
  }
  if (kind === 'knowledge_bases' || kind === 'templates' || kind === 'assistants')
    return firstFree(wanted, (number) => `${wanted} (${number})`, taken)
  return wanted
}

export function firstFree(
  wanted: string,
  numbered: (number: number) => string,
  taken: ReadonlySet<string>,
): string {
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(numbered(number))) number++
  return numbered(number)
}

/** The assistant keeps using the secret that was handed over with it, under its new name. */
export async function renameSecretsIn(
  tx: Db,
  assistants: readonly OwnedAssistant[],
  renamed: HandedOver['renamed'],
): Promise<void> {
  const names = new Map<string, string>(
    renamed.flatMap(({ kind, old_name, new_name }) =>
      kind === 'tool_secrets' ? [[`{secret:${old_name}}`, `{secret:${new_name}}`] as const] : [],
    ),
  )
  if (names.size === 0) return
  for (const { id, metadata } of assistants) {
    const settings = parseJsonObject(metadata)
    if (!settings) continue
    const next = JSON.stringify(settings, (_key, value: unknown) =>
      typeof value === 'string'
        ? value.replace(/\{secret:[A-Z0-9_]+\}/g, (mention) => names.get(mention) ?? mention)
        : value,
    )
    if (next !== JSON.stringify(settings)) await ownedObjectRepository.setMetadata(tx, id, next)
  }
}
