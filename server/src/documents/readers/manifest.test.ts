import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { joinBlocks } from './document-text.ts'
import { readDocument } from './read-document.ts'
import { UnreadableDocument } from './unreadable-document.ts'

// Real files, kept outside of the repository because of their licences.

interface Entry {
  file: string
  expect: 'text' | 'no-text' | 'error'
  expectedPhrases: string[]
  traits: string[]
}

const here = dirname(fileURLToPath(import.meta.url))
const folder = join(here, '../../../../../shared/data/documents')
const manifest = join(folder, 'manifest.json')
const entries: Entry[] = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')) : []

/** Words in their order: without the borders of tables and differences of spacing. */
const words = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/[|]|---/g, ' ')
    .replace(/\s+/g, '')

describe.skipIf(entries.length === 0)(
  'the shared documents (skipped where shared/data/documents is absent)',
  () => {
    it.each(entries)('$file gives $expect', async ({ file, expect: expected, expectedPhrases, traits }) => {
      const password = traits
        .map((trait) => /^password=(.*)/.exec(trait)?.[1])
        .find((found) => found !== undefined)
      const reading = readDocument(readFileSync(join(folder, file)), {
        filename: file,
        ...(password === undefined ? {} : { password }),
      })
      if (expected !== 'text') {
        await expect(reading).rejects.toBeInstanceOf(UnreadableDocument)
        if (expected === 'no-text') await expect(reading).rejects.toMatchObject({ code: 'needs_ocr' })
        return
      }
      const { blocks } = await reading
      const text = words(joinBlocks(blocks).text)
      expect(text).not.toBe('')
      for (const phrase of expectedPhrases) expect(text).toContain(words(phrase))
    })
  },
)
