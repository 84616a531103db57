import { setImmediate } from 'node:timers'
import { expect, test } from 'vitest'
import type { ContextPassage } from './context-passages.ts'
import { pickQuotes } from './pick-quotes.ts'

test('yields to other work while it splits a long file', async () => {
  const paragraph = `${'One more sentence about boats that come back in spring. '.repeat(8)}\n\n`
  const passage: ContextPassage = {
    n: 1,
    title: 'long.txt',
    text: paragraph.repeat(1100),
    tool: 'single_file_rag',
    isFound: false,
    isRubric: false,
    isMaterial: false,
  }
  const controller = new AbortController()
  setImmediate(() => controller.abort(new Error('the client left')))
  // With stop words only, nothing is compared: splitting is all the work.
  const asked = { question: 'what of the', language: 'en', material: 'en' } as const
  await expect(pickQuotes(asked, [passage], controller.signal)).rejects.toThrow('client left')
})
