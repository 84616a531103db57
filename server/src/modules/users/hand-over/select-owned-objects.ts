import {
  type HandOverRequest,
  OWNED_OBJECT_KINDS,
  type OwnedObject,
  type OwnedObjectKind,
  type OwnedObjects,
  say,
} from '@bellwether/wire'
import { AppError } from '../../../platform/errors.ts'
import { kindMessage } from './owned-object-counts.ts'

export type Selection = Pick<HandOverRequest, 'kinds' | 'ids'>

/** The objects selected by a request, out of everything the person owns. */
export function select(all: OwnedObjects, { kinds, ids }: Selection): OwnedObjects {
  if (ids === undefined) {
    const selected = new Set<OwnedObjectKind>(kinds ?? OWNED_OBJECT_KINDS)
    return byKind((kind) => (selected.has(kind) ? all[kind] : []))
  }
  return byKind((kind) =>
    [...new Set((ids[kind] ?? []).map(String))].map((id) => {
      const item = all[kind].find((object) => String(object.id) === id)
      if (!item)
        throw new AppError('not_found', say('hand_over.item_not_found', { kind: kindMessage(kind), id }))
      return item
    }),
  )
}

const byKind = (choose: (kind: OwnedObjectKind) => OwnedObject[]): OwnedObjects =>
  Object.fromEntries(OWNED_OBJECT_KINDS.map((kind) => [kind, choose(kind)])) as OwnedObjects
