/**
 * LAMB's plugins for adding to and searching a knowledge base, by name. They only differ in their parameters; all of
 * them use the same code, so each accepts every readable file.
 */
export interface KnowledgePlugin {
  name: string
  description: string
  kind: 'file-ingest' | 'remote-ingest' | 'query'
  supported_file_types: readonly string[]
  parameters: Readonly<Record<string, PluginParameter>>
}

export type PluginValue = string | number | boolean | string[]

/** The fields are LAMB's and always present, because its page builds forms from them. */
export interface PluginParameter {
  type: 'integer' | 'number' | 'string' | 'boolean' | 'array' | 'long-string'
  /** The initial value in a form. */
  default: PluginValue | null
  required: boolean
  description: string
  enum: readonly string[] | null
  enum_labels: readonly string[] | null
  visible_when: Readonly<Record<string, readonly string[]>> | null
  help_text: string | null
  min: number | null
  max: number | null
  ui_hint: string | null
  applicable_to: readonly string[] | null
}

const parameter = (
  type: PluginParameter['type'],
  fallback: PluginValue | null,
  description: string,
  more: Partial<PluginParameter> = {},
): PluginParameter => ({
  type,
  default: fallback,
  required: false,
  description,
  enum: null,
  enum_labels: null,
  visible_when: null,
  help_text: null,
  min: null,
  max: null,
  ui_hint: null,
  applicable_to: null,
  ...more,
})

export const MAX_CHUNK = 10_000
/** LAMB accepts any size, but smaller passages are useless for search. */
export const MIN_CHUNK = 50
const OWN_SETTING = 'If empty, the setting of the knowledge base applies.'

const size = (fallback: number, more: Partial<PluginParameter> = {}) =>
  parameter('integer', fallback, 'Passage length (characters)', {
    min: 1,
    max: MAX_CHUNK,
    help_text: `${OWN_SETTING} Passages have at least ${MIN_CHUNK} characters.`,
    ...more,
  })
const overlap = (fallback: number, more: Partial<PluginParameter> = {}) =>
  parameter('integer', fallback, 'Overlap (characters)', {
    min: 0,
    max: 5000,
    help_text: OWN_SETTING,
    ...more,
  })
const SPLITTERS = ['RecursiveCharacterTextSplitter', 'CharacterTextSplitter', 'TokenTextSplitter']
const splitter = (more: Partial<PluginParameter> = {}) =>
  parameter('string', SPLITTERS[0] ?? '', 'How size is measured', {
    enum: SPLITTERS,
    help_text: 'Passages always end with a sentence. TokenTextSplitter counts tokens of about 4 characters.',
    ...more,
  })
const about = {
  description: parameter('long-string', null, 'Description (only for you)'),
  citation: parameter('long-string', null, 'How to cite this document (only for you)'),
}
/** Settings that any file may need to be readable. */
const reading = {
  password: parameter('string', null, 'Password of a protected file', { ui_hint: 'password' }),
  ocr_languages: parameter('array', null, 'Languages for text recognition (OCR)', {
    enum: ['eng', 'spa', 'cat', 'eus'],
    enum_labels: ['English', 'Spanish', 'Catalan', 'Basque'],
    help_text: OWN_SETTING,
  }),
  ocr_pictures: parameter('boolean', false, 'Recognize text in images (OCR)', {
    help_text: 'For PDFs, with `ocr_languages`. Otherwise OCR is only used for pages without text.',
  }),
  keep_running_heads: parameter('boolean', false, 'Keep headers, footers and page numbers', {
    help_text:
      'Otherwise texts that repeat in the margin of pages and slides are kept only once, and page numbers are left out. The file lists them.',
  }),
}
const hierarchical = {
  parent_chunk_size: parameter('integer', 2000, 'Characters per section', { min: 1, max: 20_000 }),
  child_chunk_size: size(400),
  child_chunk_overlap: overlap(50),
  split_by_headers: parameter('boolean', true, 'Start a new section at each heading', {
    help_text: 'Otherwise sections are split by size only.',
  }),
  include_outline: parameter('boolean', false, 'Keep the headings with each passage', {
    help_text: 'Passages can always be found by the headings above them.',
  }),
  ...reading,
}

const OFFICE = [
  ...['pdf', 'docx', 'pptx', 'xlsx', 'csv', 'html', 'htm', 'md', 'txt', 'json'],
  ...['odt', 'odp', 'ods', 'epub', 'rtf', 'tex', 'ipynb', 'vtt', 'srt', 'eml', 'mhtml', 'zip'],
  ...['mp3', 'm4a', 'wav', 'ogg', 'oga', 'flac', 'webm', 'mp4', 'mpeg', 'mpga'],
]
const whenStandard = { visible_when: { chunking_mode: ['standard'] } }
const MODES = ['standard', 'by_page', 'by_section']

export const INGESTION_PLUGINS: readonly KnowledgePlugin[] = [
  {
    name: 'simple_ingest',
    description: 'Reads a text file.',
    kind: 'file-ingest',
    supported_file_types: ['txt', 'md', 'html'],
    parameters: {
      chunk_size: size(1000),
      chunk_overlap: overlap(200),
      splitter_type: splitter(),
      ...reading,
    },
  },
  {
    name: 'markitdown_ingest',
    description: 'Reads documents, slides, sheets and web pages.',
    kind: 'file-ingest',
    supported_file_types: OFFICE,
    parameters: {
      chunk_size: size(2000),
      chunk_overlap: overlap(200),
      splitter_type: splitter(),
      ...about,
      ...reading,
    },
  },
  {
    name: 'markitdown_plus_ingest',
    description: 'Reads documents, slides, sheets and web pages, and splits them by size or by section.',
    kind: 'file-ingest',
    supported_file_types: OFFICE,
    parameters: {
      image_descriptions: parameter('string', 'none', 'Image descriptions', {
        enum: ['none', 'basic', 'llm'],
        enum_labels: ['Alt text only', 'All images, by alt text or file name', 'Described by a model'],
        help_text:
          'Alt text is always read. A model of the organization can describe the images in Word, PowerPoint, PDF and HTML files, which takes longer and costs money.',
      }),
      image_model: parameter('string', null, 'Model that describes images', {
        visible_when: { image_descriptions: ['llm'] },
        help_text: 'Default: the organization’s default model. It must support images.',
      }),
      chunking_mode: parameter('string', 'standard', 'How to split the document', {
        enum: MODES,
        enum_labels: ['By size', 'By page', 'By section'],
        help_text: `Pages and sections stay in one piece, up to ${MAX_CHUNK.toLocaleString('en')} characters.`,
      }),
      chunk_size: size(1000, { ...whenStandard, min: 100 }),
      chunk_overlap: overlap(200, { max: 500, ...whenStandard }),
      splitter_type: splitter(whenStandard),
      pages_per_chunk: parameter('integer', 1, 'Pages, slides or sheets per passage', {
        min: 1,
        max: 1000,
        visible_when: { chunking_mode: ['by_page'] },
      }),
      split_on_heading: parameter('integer', 2, 'Split at headings up to this level', {
        min: 1,
        max: 6,
        visible_when: { chunking_mode: ['by_section'] },
      }),
      headings_per_chunk: parameter('integer', 1, 'Sections per passage', {
        min: 1,
        max: 1000,
        visible_when: { chunking_mode: ['by_section'] },
      }),
      ...about,
      ...reading,
    },
  },
  {
    name: 'hierarchical_ingest',
    description: 'Reads Markdown, finds small passages and returns the sections around them.',
    kind: 'file-ingest',
    supported_file_types: ['md'],
    parameters: hierarchical,
  },
  {
    name: 'markitdown_hierarchical_ingest',
    description: 'Reads any document, finds small passages and returns the sections around them.',
    kind: 'file-ingest',
    supported_file_types: OFFICE,
    parameters: hierarchical,
  },
  {
    name: 'mockai_json_ingest',
    description: 'Reads JSON.',
    kind: 'file-ingest',
    supported_file_types: ['json'],
    parameters: {},
  },
  {
    name: 'url_ingest',
    description: 'Reads a web page and the pages it links to.',
    kind: 'remote-ingest',
    supported_file_types: [],
    parameters: {
      url: parameter('string', null, 'URL of the page', { required: true }),
      max_discovery_depth: parameter('integer', 2, 'Maximum link depth', { min: 0, max: 5 }),
      limit: parameter('integer', 100, 'Maximum number of pages', { min: 1, max: 500 }),
      crawl_entire_domain: parameter('boolean', true, 'Follow links to other parts of the same site'),
      include_paths: parameter('array', null, 'Only include pages whose path matches one of these'),
      exclude_paths: parameter('array', null, 'Exclude pages whose path matches one of these'),
      timeout: parameter('integer', 300, 'Time limit in seconds', { min: 1, max: 3600 }),
      chunk_size: size(1000),
      chunk_overlap: overlap(200),
      splitter_type: splitter(),
      ...about,
    },
  },
  {
    name: 'youtube_transcript_ingest',
    description: 'Reads the transcript of a YouTube video.',
    kind: 'remote-ingest',
    supported_file_types: [],
    parameters: {
      video_url: parameter('string', null, 'URL of the video', { required: true }),
      language: parameter('string', 'en', 'Language of the transcript'),
      chunk_duration: parameter('integer', 60, 'Seconds of video per passage', { min: 10, max: 3600 }),
    },
  },
]

const search = {
  top_k: parameter('integer', 5, 'Number of passages', { min: 1, max: 20 }),
  threshold: parameter('number', 0, 'Minimum similarity', { min: 0, max: 1 }),
}

export const QUERY_PLUGINS: readonly KnowledgePlugin[] = [
  {
    name: 'simple_query',
    description: 'Finds the passages that match the question best.',
    kind: 'query',
    supported_file_types: [],
    parameters: search,
  },
  {
    name: 'parent_child_query',
    description: 'Finds passages and returns the sections that contain them.',
    kind: 'query',
    supported_file_types: [],
    parameters: {
      ...search,
      return_parent_context: parameter('boolean', true, 'Return the section instead of the passage'),
    },
  },
]
