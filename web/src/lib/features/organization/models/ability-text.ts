import type { ModelAbility } from '@bellwether/wire'
import { texts } from './texts'

export const ABILITIES: readonly ModelAbility[] = ['text', 'pictures', 'tools', 'embeddings']

export const stateText = (state: boolean | null): string => {
  const t = texts()
  return state === null ? t.unknown : state ? t.yes : t.no
}
