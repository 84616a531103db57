import type { Page } from 'playwright-core'
import { compileTexts, readTexts } from '../scripts/texts/texts.mjs'

type Part = { type: number; value?: unknown; options?: Record<string, { value: Part[] }> }
type Compiled = string | Part[] | { [key: string]: Compiled }

/** Doubled vowels make English about 40 % longer, within its words: as long as the longest language. */
export const lengthen = (text: string): string => text.replace(/[aeiou]/gi, '$&$&')

const isPart = (one: Compiled | Part): one is Part =>
  typeof one === 'object' && !Array.isArray(one) && typeof one.type === 'number'

const lengthenPart = (part: Part): Part => ({
  ...part,
  ...(part.type === 0 && typeof part.value === 'string' ? { value: lengthen(part.value) } : {}),
  ...(part.options
    ? {
        options: Object.fromEntries(
          Object.entries(part.options).map(([name, { value }]) => [name, { value: value.map(lengthenPart) }]),
        ),
      }
    : {}),
})

const lengthenAll = (texts: Compiled): Compiled => {
  if (typeof texts === 'string') return lengthen(texts)
  if (Array.isArray(texts)) return texts.map((part) => (isPart(part) ? lengthenPart(part) : part))
  return Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, lengthenAll(value)]))
}

/** The page gets its English texts longer than they are. */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.route('**/_app/immutable/texts/en/*.js', async (route) => {
    const namespace = /en\/(\w+)\./.exec(route.request().url())?.[1] ?? ''
    const texts = lengthenAll(compileTexts(readTexts('en', namespace)) as Compiled)
    await route.fulfill({ contentType: 'text/javascript', body: `export default ${JSON.stringify(texts)}` })
  })
}
