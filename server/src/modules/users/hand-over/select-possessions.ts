import {
  type HandOverRequest,
  POSSESSION_KINDS,
  type Possession,
  type PossessionKind,
  type Possessions,
  say,
} from '@bellwether/wire'
import { AppError } from '../../../platform/errors.ts'
import { NOUNS } from './possession-counts.ts'

export type Selection = Pick<HandOverRequest, 'kinds' | 'ids'>

/** The objects selected by a request, out of everything the person owns. */
export function select(all: Possessions, { kinds, ids }: Selection): Possessions {
  if (ids === undefined) {
    const wanted = new Set<PossessionKind>(kinds ?? POSSESSION_KINDS)
    return byKind((kind) => (wanted.has(kind) ? all[kind] : []))
  }
  return byKind((kind) =>
    [...new Set((ids[kind] ?? []).map(String))].map((id) => {
      const item = all[kind].find((one) => String(one.id) === id)
      if (!item)
        throw new AppError('not_found', say('hand_over.item_not_found', { kind: NOUNS[kind][0], id }))
      return item
    }),
  )
}

const byKind = (choose: (kind: PossessionKind) => Possession[]): Possessions =>
  Object.fromEntries(POSSESSION_KINDS.map((kind) => [kind, choose(kind)])) as Possessions
