import { openWebUiSourceSchema } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { toSourcesFrame } from './openai-wire.ts'

interface Drawn {
  id: string
  name: string
  documents: string[]
}

/**
 * Reads the sources of a message as Open WebUI 0.5.6 does. A form that it does not know makes it throw, and
 * the answer never appears.
 */
function drawAsOpenWebUi(sources: ReturnType<typeof openWebUiSourceSchema.parse>[]): Drawn[] {
  return sources.reduce<Drawn[]>((drawn, source) => {
    if (Object.keys(source).length === 0) return drawn
    source.document.forEach((document, index) => {
      const metadata = source.metadata?.[index]
      const id = metadata?.source ?? 'N/A'
      let shown = source?.source
      if (metadata?.name) shown = { ...shown, name: metadata.name }
      if (id.startsWith('http://') || id.startsWith('https://')) shown = { ...shown, name: id, url: id }
      const drawnSource = drawn.find((one) => one.id === id)
      if (drawnSource) drawnSource.documents.push(document)
      else drawn.push({ id, name: shown.name, documents: [document] })
    })
    return drawn
  }, [])
}

it('Open WebUI can display sources, with our own fields in their metadata', () => {
  const frame = toSourcesFrame({ id: 'x', model: 'm' }, [
    {
      title: 'leaf.pdf',
      url: '/sources/1?sig=x',
      similarity: 0.8,
      n: 1,
      quote: 'Leaves are green.',
      page: 3,
    },
    { title: 'leaf.pdf', similarity: 0.7, n: 2, quote: 'Some are red.' },
    { name: 'My rubric', type: 'rubric', description: 'For essays' },
    { name: 'notes.md', type: 'file', text: 'Roots are brown.' },
    {},
    { title: 'odd', source: { deep: true }, quote: 5 },
  ])
  const chunk = JSON.parse(frame.slice('data: '.length))
  expect(chunk.choices).toEqual([{ index: 0, delta: {}, finish_reason: null }])
  const sources = openWebUiSourceSchema.array().parse(chunk.sources)
  expect(drawAsOpenWebUi(sources)).toEqual([
    { id: 'leaf.pdf', name: 'leaf.pdf', documents: ['Leaves are green.', 'Some are red.'] },
    { id: 'My rubric', name: 'My rubric', documents: ['For essays'] },
    { id: 'notes.md', name: 'notes.md', documents: ['Roots are brown.'] },
    { id: 'Unknown', name: 'Unknown', documents: ['Unknown'] },
    { id: 'odd', name: 'odd', documents: ['odd'] },
  ])
  expect(sources[0]).toMatchObject({
    source: { name: 'leaf.pdf', url: '/sources/1?sig=x' },
    metadata: [{ n: 1, page: 3, similarity: 0.8, url: '/sources/1?sig=x' }],
    distances: [0.8],
  })
})
