import { describe, expect, it } from 'vitest'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import { fetchMetadata } from './refresh-metadata.ts'

const NEVER = new AbortController().signal

/** Answers by address: a text, or a redirect. */
const client = (answers: Record<string, string | { to: string }>, asked: string[] = []): OutboundClient => ({
  start: () => {
    throw new Error('not used')
  },
  async fetchWhole({ url }) {
    asked.push(url)
    const answer = answers[url]
    if (answer === undefined) return { status: 404, headers: {}, body: Buffer.from('') }
    if (typeof answer === 'string') return { status: 200, headers: {}, body: Buffer.from(answer) }
    return { status: 302, headers: { location: answer.to }, body: Buffer.from('') }
  },
})

describe('metadata from an address', () => {
  it('follows redirects', async () => {
    const answers = { 'https://a.example/m': { to: '/n' }, 'https://a.example/n': '<x/>' }
    expect(await fetchMetadata(client(answers), 'https://a.example/m', NEVER)).toBe('<x/>')
  })

  it('never leaves https', async () => {
    const asked: string[] = []
    const answers = { 'https://a.example/m': { to: 'http://a.example/n' }, 'http://a.example/n': '<x/>' }
    await expect(fetchMetadata(client(answers, asked), 'https://a.example/m', NEVER)).rejects.toThrow(
      'can’t be read',
    )
    expect(asked).toEqual(['https://a.example/m'])
  })

  it('needs a good answer', async () => {
    await expect(fetchMetadata(client({}), 'https://a.example/m', NEVER)).rejects.toThrow('can’t be read')
  })
})
