import { expect, test } from 'vitest'
import {
  INGESTION_PLUGINS,
  parsePluginParams,
  QUERY_PLUGINS,
  readOptionsOf,
  shownParams,
  toSplitSettings,
} from './plugins.ts'

const base = { chunk_size: 800, chunk_overlap: 0 }

test('LAMB’s plugins exist by name, each parameter with every field that its page reads', () => {
  expect(INGESTION_PLUGINS.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'simple_ingest file-ingest',
    'markitdown_ingest file-ingest',
    'markitdown_plus_ingest file-ingest',
    'hierarchical_ingest file-ingest',
    'markitdown_hierarchical_ingest file-ingest',
    'mockai_json_ingest file-ingest',
    'url_ingest remote-ingest',
    'youtube_transcript_ingest remote-ingest',
  ])
  expect(QUERY_PLUGINS.map(({ name }) => name)).toEqual(['simple_query', 'parent_child_query'])
  for (const { parameters } of [...INGESTION_PLUGINS, ...QUERY_PLUGINS])
    for (const parameter of Object.values(parameters))
      expect(Object.keys(parameter)).toEqual([
        'type',
        'default',
        'required',
        'description',
        'enum',
        'enum_labels',
        'visible_when',
        'help_text',
        'min',
        'max',
        'ui_hint',
        'applicable_to',
      ])
  expect(INGESTION_PLUGINS[0]?.parameters['chunk_size']).toMatchObject({ type: 'integer', default: 1000 })
})

test('texts of a form are converted to the plugin’s types', () => {
  const settings = {
    url: 'https://example.org',
    limit: '20',
    crawl_entire_domain: 'false',
    exclude_paths: '/private',
    include_paths: ['/a', '/b'],
    description: '2024',
    chunk_size: '',
    timeout: null,
  }
  expect(parsePluginParams('url_ingest', settings)).toEqual({
    ok: true,
    params: {
      url: 'https://example.org',
      limit: 20,
      crawl_entire_domain: false,
      exclude_paths: ['/private'],
      include_paths: ['/a', '/b'],
      description: '2024',
    },
    ignored: [],
  })
})

test.each([
  ['simple_ingest', { chunk_size: 'many' }, 'chunk_size must be a whole number'],
  ['simple_ingest', { chunk_size: 1.5 }, 'chunk_size must be a whole number'],
  ['simple_ingest', { chunk_size: '0' }, 'chunk_size must be at least 1'],
  ['markitdown_plus_ingest', { chunk_size: 50 }, 'chunk_size must be at least 100'],
  ['simple_ingest', { chunk_size: 20_000 }, 'chunk_size must be at most 10000'],
  [
    'simple_ingest',
    { splitter_type: 'Magic' },
    'splitter_type must be one of RecursiveCharacterTextSplitter, CharacterTextSplitter, TokenTextSplitter',
  ],
  ['simple_ingest', { ocr_languages: ['eng', 'klingon'] }, 'ocr_languages must be one of eng, spa, cat, eus'],
  ['simple_ingest', { password: { a: 1 } }, 'password must be text'],
  ['hierarchical_ingest', { split_by_headers: 'maybe' }, 'split_by_headers must be true or false'],
  ['url_ingest', {}, 'url_ingest needs “url”'],
  ['url_ingest', { url: 'x', exclude_paths: [1] }, 'exclude_paths must be a list of texts'],
  ['url_ingest', { url: 'x'.repeat(2001) }, 'url must have at most 2000 characters'],
  ['simple_query', { threshold: 2 }, 'threshold must be at most 1'],
  ['no_such', {}, 'there is no plugin “no_such”'],
])('%s %j is refused with a reason', (name, given, fault) => {
  expect(parsePluginParams(name, given)).toMatchObject({ ok: false, faults: [{ text: fault }] })
})

test('unknown settings are reported and dropped; a change may omit required ones', () => {
  const settings = { api_key: 'secret', ['__proto__x']: 1, constructor: 'x' }
  expect(parsePluginParams('url_ingest', settings, { isChange: true })).toEqual({
    ok: true,
    params: {},
    ignored: ['api_key', '__proto__x', 'constructor'],
  })
})

test('omitted settings come from the knowledge base, not from the plugin’s defaults', () => {
  expect(toSplitSettings('simple_ingest', {}, base)).toEqual({
    size: 800,
    most: 1200,
    overlap: 0,
    parent: 2000,
  })
  expect(toSplitSettings('simple_ingest', { chunk_size: 1000, chunk_overlap: 200 }, base)).toEqual({
    size: 1000,
    most: 1500,
    overlap: 200,
    parent: 2000,
  })
  expect(toSplitSettings('url_ingest', {}, { chunk_size: 3000, chunk_overlap: 100 })).toMatchObject({
    size: 3000,
    overlap: 100,
    parent: 3000,
  })
})

test('hierarchical plugins name parent and child', () => {
  const params = { parent_chunk_size: 4000, child_chunk_size: 400, child_chunk_overlap: 50, chunk_size: 9000 }
  const split = { size: 400, most: 600, overlap: 50, parent: 4000 }
  expect(toSplitSettings('hierarchical_ingest', params, base)).toEqual(split)
  expect(toSplitSettings('markitdown_hierarchical_ingest', params, base)).toEqual(split)
})

test('splitting always advances, whatever settings were stored', () => {
  expect(toSplitSettings('simple_ingest', { chunk_size: 200, chunk_overlap: 5000 }, base).overlap).toBe(100)
  expect(toSplitSettings('simple_ingest', { chunk_size: 0 }, base).size).toBe(50)
  expect(toSplitSettings('simple_ingest', { chunk_size: 'x', chunk_overlap: -5 }, base)).toMatchObject({
    size: 800,
    overlap: 0,
  })
})

test('sizes in tokens, and whole sections', () => {
  const tokens = { splitter_type: 'TokenTextSplitter', chunk_size: 500, chunk_overlap: 50 }
  expect(toSplitSettings('simple_ingest', tokens, base)).toMatchObject({ size: 2000, overlap: 200 })
  const sections = { chunking_mode: 'by_section', chunk_size: 500, chunk_overlap: 50 }
  expect(toSplitSettings('markitdown_plus_ingest', sections, base)).toMatchObject({
    size: 10_000,
    overlap: 0,
    grouping: { by: 'heading', level: 2, count: 1 },
  })
  const pages = { chunking_mode: 'by_page', pages_per_chunk: 3 }
  expect(toSplitSettings('markitdown_plus_ingest', pages, base).grouping).toEqual({ by: 'page', count: 3 })
  const bySize = { split_by_headers: false }
  expect(toSplitSettings('hierarchical_ingest', bySize, base)).toMatchObject({
    size: base.chunk_size,
    grouping: { by: 'size' },
  })
})

test('a password and the languages of OCR; the base’s languages where the file names none', () => {
  expect(readOptionsOf({})).toEqual({})
  expect(readOptionsOf({ password: 'sesame', ocr_languages: ['cat', 'x', 3] })).toEqual({
    password: 'sesame',
    ocr: { languages: ['cat'] },
  })
  expect(readOptionsOf({}, { ocr_languages: ['eus'] })).toEqual({ ocr: { languages: ['eus'] } })
  expect(readOptionsOf({ ocr_languages: [] }, { ocr_languages: ['eus'] })).toEqual({})
  expect(shownParams({ password: 'sesame', chunk_size: 500 })).toEqual({ chunk_size: 500 })
})

test('refuses settings that the fetcher does not accept', () => {
  const faults = (name: string, given: object) => {
    const parsed = parsePluginParams(name, {
      url: 'https://x.example',
      video_url: 'https://youtu.be/x',
      ...given,
    })
    return parsed.ok ? [] : parsed.faults.map(({ text }) => text)
  }
  expect(faults('url_ingest', { limit: 501 })).toEqual(['limit must be at most 500'])
  expect(faults('youtube_transcript_ingest', { chunk_duration: 9 })).toEqual([
    'chunk_duration must be at least 10',
  ])
  expect(faults('url_ingest', { include_paths: Array(51).fill('/a') })).toHaveLength(1)
  expect(faults('url_ingest', { exclude_paths: ['/'.repeat(201)] })).toHaveLength(1)
})

test('changing the settings of a document does not change its URL', () => {
  const settings = { url: 'https://other.example', limit: 3 }
  expect(parsePluginParams('url_ingest', settings, { isChange: true })).toEqual({
    ok: true,
    params: { limit: 3 },
    ignored: [],
  })
})
