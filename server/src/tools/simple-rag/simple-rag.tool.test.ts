import { say } from '@bellwether/wire'
import { describe, expect, test, vi } from 'vitest'
import type { RewriteQuery } from '../query-rewrite/rewrite-query.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import type { Conversation, Tool } from '../tool.ts'
import type { FoundPassage } from './passages.ts'
import { knowledgeTools, type SearchKnowledge } from './simple-rag.tool.ts'

const LEAF: FoundPassage = {
  collection: '5',
  title: 'Leaf.pdf',
  text: 'Leaves are green.',
  similarity: 0.9,
  file_id: '12',
  page: 3,
  heading: 'Plants › Leaves',
  start: 10,
  end: 27,
}
const ROOT: FoundPassage = {
  collection: '6',
  title: 'Root',
  text: 'Roots drink.',
  similarity: 0.5,
  url: 'https://example.edu/root',
}

const finds =
  (passages: FoundPassage[], failed: string[] = []): SearchKnowledge =>
  async () => ({ passages, grade: passages.length > 0 ? 'found' : 'nothing', failed })
const asking = (content: unknown): Conversation => ({ messages: [{ role: 'user', content }], question: '' })

function toolOf(search: SearchKnowledge, name = 'simple_rag', rewritten?: string): Tool {
  const rewriteQuery: RewriteQuery = async () =>
    rewritten === undefined ? { reason: say('reasons.fast_model_missing') } : { query: rewritten }
  const tool = knowledgeTools({ search, rewriteQuery }).find((one) => one.name === name)
  if (!tool) throw new Error(`no ${name}`)
  return tool
}
const settings = { collections: ['5', 6] }

for (const name of ['simple_rag', 'context_aware_rag', 'hierarchical_rag'])
  toolContract(name, () => ({
    tool: toolOf(finds([LEAF]), name),
    works: { settings, conversation: asking('Why are leaves green?') },
    finishesAnyway: true,
    failures: {
      'no knowledge base': { settings: {}, conversation: asking('Why?') },
      'no question': { settings, conversation: asking('') },
      'nothing could be searched': {
        tool: toolOf(finds([], ['5', '6']), name),
        settings,
        conversation: asking('Why?'),
      },
    },
  }))

describe('simple_rag', () => {
  test('searches a knowledge base once if it is named twice, and fails if it is missing', async () => {
    const search = vi.fn(finds([], ['9']))
    const twice = { settings: { collections: ['9', 9] }, conversation: asking('Why?') }
    expect(await tryTool(toolOf(search), twice)).toMatchObject({ ok: false })
    expect(search.mock.calls[0]?.[1]).toEqual(['9'])
  })

  test('numbers its passages, each with its location', async () => {
    const output = await tryTool(toolOf(finds([LEAF, ROOT])), { settings, conversation: asking('Why?') })
    expect(output).toMatchObject({
      ok: true,
      content: '[1] Leaf.pdf, page 3, Plants › Leaves\nLeaves are green.\n\n[2] Root\nRoots drink.',
      sources: [
        {
          n: 1,
          title: 'Leaf.pdf',
          similarity: 0.9,
          page: 3,
          start: 10,
          end: 27,
          file_id: '12',
          collection: '5',
          quote: 'Leaves are green.',
        },
        { n: 2, title: 'Root', url: 'https://example.edu/root', similarity: 0.5 },
      ],
    })
  })

  test('returns bare passages for LAMB’s format', async () => {
    const output = await tryTool(toolOf(finds([LEAF, ROOT])), {
      settings: { ...settings, numbered: false },
      conversation: asking('Why?'),
    })
    expect(output).toMatchObject({ content: 'Leaves are green.\n\nRoots drink.' })
  })

  test('reports that nothing was found, without sources', async () => {
    const search: SearchKnowledge = async () => ({
      passages: [],
      grade: 'nothing',
      nearest: [{ title: 'Leaf.pdf' }, { title: 'Root', opening: 'Roots drink.' }],
      failed: [],
    })
    const output = await tryTool(toolOf(search), { settings, conversation: asking('Why?') })
    expect(output).toMatchObject({ ok: true, sources: [] })
    expect(output).toMatchObject({
      content: expect.stringMatching(/^No passage .*“Leaf\.pdf”\.\n.*“Root”, which begins: Roots drink\.$/s),
    })
  })

  test('tells the model that passages may not answer the question', async () => {
    const search: SearchKnowledge = async () => ({ passages: [LEAF], grade: 'perhaps', failed: [] })
    const output = await tryTool(toolOf(search), { settings, conversation: asking('Why?') })
    expect(output).toMatchObject({
      content: expect.stringMatching(/^The knowledge base may not answer .*\n\n\[1\] Leaf\.pdf/s),
      sources: [{ grade: 'perhaps' }],
      metadata: { grade: 'perhaps' },
    })
  })

  test('continues if one knowledge base fails', async () => {
    const output = await tryTool(toolOf(finds([LEAF], ['6'])), { settings, conversation: asking('Why?') })
    expect(output).toMatchObject({ ok: true, metadata: { found: 1, failed: ['6'] } })
  })

  test.each([
    ['text', 'Why are leaves green?'],
    [
      'parts with an image',
      [
        { type: 'text', text: 'Why are leaves green?' },
        { type: 'image_url', image_url: { url: 'data:x' } },
      ],
    ],
  ])('searches for the last question, given as %s', async (_name, content) => {
    const search = vi.fn(finds([LEAF]))
    await tryTool(toolOf(search), { settings, conversation: asking(content) })
    expect(search.mock.calls[0]?.slice(0, 4)).toMatchObject([
      { userId: 7, organizationId: 1 },
      ['5', '6'],
      'Why are leaves green?',
      { topK: 3, threshold: 0, sections: false },
    ])
  })

  test('searches for the query in its settings, if there is one', async () => {
    const search = vi.fn(finds([LEAF]))
    const context = {
      settings: { ...settings, query: 'chlorophyll', top_k: 9, threshold: 0.4 },
      conversation: asking('Why?'),
    }
    await tryTool(toolOf(search), context)
    expect(search.mock.calls[0]?.slice(2, 4)).toMatchObject([
      'chlorophyll',
      { topK: 9, threshold: 0.4, sections: false },
    ])
  })

  test('searches for the model’s query if it is called', async () => {
    const search = vi.fn(finds([LEAF]))
    await tryTool(toolOf(search), {
      settings,
      input: { query: 'roots', conversation: [{ role: 'user', text: 'x' }] },
    })
    expect(search.mock.calls[0]?.[2]).toBe('roots')
  })

  test.each([
    [{ top_k: 0 }],
    [{ top_k: 21 }],
    [{ threshold: 1.1 }],
    [{ threshold: -0.1 }],
    [{ collections: 'five' }],
  ])('refuses %j', (wrong) => {
    expect(toolOf(finds([])).config.safeParse({ ...settings, ...wrong }).success).toBe(false)
  })

  test('reports which knowledge bases it searches, by safe ids only', () => {
    const status = toolOf(finds([])).inject?.status
    expect(status?.({ collections: ['5', 'a b<script>'] })).toEqual([
      'querying knowledge base 5',
      'querying knowledge base …',
    ])
  })
})

test('by conversation: searches for the rewritten query together with the original question', async () => {
  const search = vi.fn(finds([LEAF]))
  await tryTool(toolOf(search, 'hierarchical_rag', 'colour of leaves'), {
    settings,
    conversation: asking('And why?'),
  })
  expect(search.mock.calls[0]?.slice(2, 4)).toMatchObject([
    'colour of leaves\nAnd why?',
    { topK: 3, threshold: 0, sections: true },
  ])
})

test('by conversation: without a model, searches for the last question and says so', async () => {
  const search = vi.fn(finds([LEAF]))
  const output = await tryTool(toolOf(search, 'context_aware_rag'), {
    settings,
    conversation: asking('And why?'),
  })
  expect(search.mock.calls[0]?.[2]).toBe('And why?')
  expect(output).toMatchObject({
    ok: true,
    metadata: {
      note: say('reasons.last_question_only', { reason: say('reasons.fast_model_missing') }),
    },
  })
})

test('by conversation: does not rewrite the model’s own query, and adds no note', async () => {
  const search = vi.fn(finds([LEAF]))
  const output = await tryTool(toolOf(search, 'context_aware_rag', 'x'), {
    settings,
    input: { query: 'roots' },
  })
  expect(search.mock.calls[0]?.[2]).toBe('roots')
  expect(output).toMatchObject({ metadata: { found: 1 } })
})
