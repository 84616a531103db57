import { type Passage, placeText } from '@bellwether/wire'

export function toPassageText(passages: readonly Passage[]): string {
  if (passages.length === 0) return 'No passage fits.'
  return passages.map((passage, index) => `[${index + 1}] ${placeOf(passage)}\n${passage.text}`).join('\n\n')
}

export const placeOf = (passage: Passage): string =>
  [passage.title, placeText(passage), passage.heading, passage.source_url ?? '']
    .filter((part) => part !== '')
    .join(' — ')
