import { expect } from 'vitest'
import { collect } from '../collect.contract.ts'
import type { ContextPart } from '../connector.ts'
import { createQuotesConnector } from './quotes.connector.ts'

export const connector = createQuotesConnector()
const owner = { userId: 1, organizationId: 1 }

export const open = (
  question: string,
  parts: ContextPart[] | undefined,
  signal = new AbortController().signal,
) => {
  const context = parts && { question, parts }
  const messages = [{ role: 'user', content: 'the filled prompt' }]
  const request = {
    model: 'quotes',
    messages,
    params: {},
    acceptFrames: true,
    ...(context ? { context } : {}),
  }
  return connector.stream(request, {}, { signal, owner })
}
export const ask = async (question: string, parts?: ContextPart[]): Promise<string> => {
  const { text, end, error } = await collect(open(question, parts))
  expect(error).toBeUndefined()
  expect(end).toEqual({ type: 'end', reason: 'stop', usage: { inputTokens: 0, outputTokens: 0 } })
  return text
}
export const quotesIn = (answer: string) => answer.split('\n').filter((line) => line.startsWith('> '))

export const search = (texts: string[], first = 1, title = 'Doc.pdf'): ContextPart => ({
  tool: 'simple_rag',
  placeholder: 'context',
  content: texts.map((text, at) => `[${at + first}] ${title}, page 3\n${text}`).join('\n\n'),
  sources: texts.map((text, at) => ({
    type: 'passage',
    n: at + first,
    title,
    page: 3,
    similarity: 0.5,
    quote: text.length > 300 ? `${text.slice(0, 300)}…` : text,
  })),
})
export const LEAVES =
  'Plants live nearly everywhere. Chlorophyll is the pigment that makes leaves green. It absorbs red and blue light.'
export const TOWER = 'The Eiffel Tower in Paris was completed in 1889. It is 330 metres tall.'
export const file = (content: string): ContextPart => ({
  tool: 'single_file_rag',
  placeholder: 'file',
  content,
  sources: [{ source: 'notes.md', name: 'notes.md', similarity: 0 }],
})
