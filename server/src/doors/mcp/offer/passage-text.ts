import type { Passage } from '@bellwether/wire'

export function toPassageText(passages: readonly Passage[]): string {
  if (passages.length === 0) return 'No passage fits.'
  return passages.map((passage, index) => `[${index + 1}] ${placeOf(passage)}\n${passage.text}`).join('\n\n')
}

export const placeOf = ({ title, page, slide, heading, source_url: url }: Passage): string =>
  [title, page ? `page ${page}` : '', slide ? `slide ${slide}` : '', heading ?? '', url ?? '']
    .filter((part) => part !== '')
    .join(' — ')
