import type { ModelAbility } from '@bellwether/wire'
import { organizationTexts } from '$lib/texts/organization.ts'

export const ABILITIES: readonly ModelAbility[] = ['text', 'pictures', 'tools', 'embeddings']

export const stateText = (state: boolean | null): string => {
  const t = organizationTexts().models
  return state === null ? t.unknown : state ? t.yes : t.no
}
