import { type HandedOver, type OwnedObjectKind, parseJsonObject } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { type OwnedAssistant, ownedObjectRepository } from './owned-object.repository.ts'

const MAX_SECRET_NAME = 64

/** A secret's name only has room for `_2`; other names are free text. */
export function toFreeName(kind: OwnedObjectKind, name: string, takenNames: ReadonlySet<string>): string {
  if (kind === 'tool_secrets') {
    const base = name.slice(0, MAX_SECRET_NAME - 4)
    return firstFree(name, (number) => `${base}_${number}`, takenNames)
  }
  if (kind === 'knowledge_bases' || kind === 'templates' || kind === 'assistants')
    return firstFree(name, (number) => `${name} (${number})`, takenNames)
  return name
}

export function firstFree(
  name: string,
  numbered: (number: number) => string,
  takenNames: ReadonlySet<string>,
): string {
  if (!takenNames.has(name)) return name
  let number = 2
  while (takenNames.has(numbered(number))) number++
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
