/** Every assistant, list of tools and entry shown in the requirement, unchanged. */
const kb = { type: 'simple_rag', enabled: true, config: { collections: ['col-123', 'col-456'], top_k: 5 } }
const guide = { enabled: false, config: { file_path: 'documents/guide.md' } }
const rubric42 = { enabled: true, config: { rubric_id: 42, format: 'markdown' } }
const noPictures = { vision: false, image_generation: false }
const openai = { connector: 'openai', llm: 'gpt-4o-mini' }
const classic = { prompt_processor: 'simple_augment', ...openai }
const multi = { assistant_type: 'multi_tool', prompt_processor: 'multi_augment', ...openai }

export interface SeedExample {
  where: string
  metadata: Record<string, unknown>
  /** The tools by name, in order, and how each is used. */
  tools: string[]
}

export const SEED_EXAMPLES: SeedExample[] = [
  {
    where: 'backend specification 2.4: settings as they were',
    metadata: {
      ...classic,
      rag_processor: 'simple_rag',
      file_path: '/path/to/file',
      rubric_id: 123,
      capabilities: noPictures,
    },
    tools: [],
  },
  {
    where: 'backend specification 6.1: the new structure',
    metadata: {
      ...classic,
      capabilities: noPictures,
      verbose: false,
      tools: [
        { ...kb, config: { ...kb.config, threshold: 0.3 } },
        { type: 'rubric', ...rubric42 },
        { type: 'single_file', ...guide },
      ],
      rag_processor: 'simple_rag',
    },
    tools: ['inject simple_rag', 'inject rubric_rag', 'inject single_file_rag'],
  },
  {
    where: 'backend specification 10.3: with a version',
    metadata: {
      _format_version: 2,
      ...classic,
      tools: [{ type: 'simple_rag', enabled: true, config: { collections: ['col-123'] } }],
    },
    tools: ['inject simple_rag'],
  },
  {
    where: 'backend specification 12.2: one tool that does nothing',
    metadata: { ...classic, tools: [{ type: 'no_tool', enabled: true, config: {} }] },
    tools: ['inject no_rag'],
  },
  {
    where: 'backend specification 12.2: two tools',
    metadata: {
      ...classic,
      tools: [
        { type: 'simple_rag', enabled: true, config: { collections: [] } },
        { type: 'rubric', enabled: true, config: { rubric_id: 1 } },
      ],
    },
    tools: ['inject simple_rag', 'inject rubric_rag'],
  },
  {
    where: 'backend specification 12.2: a tool that tells its status',
    metadata: {
      ...classic,
      tools: [{ type: 'simple_rag', enabled: true, config: { collections: ['kb1'] } }],
    },
    tools: ['inject simple_rag'],
  },
  {
    where: 'backend specification 12.2: a tool in a verbose trace',
    metadata: {
      ...classic,
      verbose: true,
      tools: [{ type: 'single_file', enabled: true, config: { file_path: 'docs/guide.md' } }],
    },
    tools: ['inject single_file_rag'],
  },
  {
    where: 'backend specification 12.3: a legacy assistant',
    metadata: { ...classic, llm: 'gpt-4', rag_processor: 'simple_rag' },
    tools: [],
  },
  {
    where: 'parallel strategy 5.1: classic',
    metadata: {
      ...classic,
      rag_processor: 'simple_rag',
      file_path: '',
      rubric_id: '',
      rubric_format: 'markdown',
      capabilities: noPictures,
    },
    tools: [],
  },
  {
    where: 'parallel strategy 5.2: multi-tool',
    metadata: {
      ...multi,
      capabilities: noPictures,
      verbose: false,
      tools: [kb, { type: 'rubric_rag', ...rubric42 }, { type: 'single_file_rag', ...guide }],
    },
    tools: ['inject simple_rag', 'inject rubric_rag', 'inject single_file_rag'],
  },
  {
    where: 'parallel strategy 8.1: a tool that is off, without settings',
    metadata: { ...multi, tools: [{ type: 'simple_rag', enabled: false, config: {} }] },
    tools: ['inject simple_rag'],
  },
  {
    where: 'parallel strategy 8.1: only the type',
    metadata: { assistant_type: 'multi_tool', tools: [], connector: 'openai', llm: 'gpt-4o-mini' },
    tools: [],
  },
  {
    where: 'parallel strategy 8.3: the whole way',
    metadata: {
      ...multi,
      tools: [
        { type: 'simple_rag', enabled: true, config: { collections: ['test-col'] } },
        { type: 'rubric_rag', enabled: true, config: { rubric_id: 1 } },
      ],
    },
    tools: ['inject simple_rag', 'inject rubric_rag'],
  },
  {
    where: 'tool assistants 3.3: settings as they were',
    metadata: { ...classic, rag_processor: 'simple_rag', capabilities: noPictures },
    tools: [],
  },
  {
    where: 'tool assistants 4.5: assistants and a knowledge base as tools',
    metadata: {
      prompt_processor: 'tool_augment',
      connector: 'openai_tool_use',
      llm: 'gpt-4o',
      rag_processor: '',
      capabilities: { vision: false, tool_use: true },
      tools: [
        {
          type: 'assistant',
          assistant_id: 42,
          name: 'math_expert',
          description: 'Expert in mathematics education',
        },
        {
          type: 'assistant',
          assistant_id: 55,
          name: 'image_creator',
          description: 'Creates educational diagrams',
        },
        {
          type: 'knowledge_base',
          kb_id: 'abc123',
          name: 'course_materials',
          description: 'Course textbook and materials',
        },
      ],
    },
    tools: ['call assistant', 'call assistant', 'call simple_rag'],
  },
  {
    where: 'roadmap, phase 2: functions by name',
    metadata: { ...classic, rag_processor: 'no_rag', tools: ['weather', 'moodle'] },
    tools: ['call weather', 'call moodle'],
  },
  {
    where: 'roadmap, data model',
    metadata: {
      prompt_processor: 'simple_augment',
      connector: 'openai',
      llm: 'gpt-4.1',
      rag_processor: 'no_rag',
      tools: ['weather', 'moodle'],
      capabilities: { vision: false },
    },
    tools: ['call weather', 'call moodle'],
  },
  {
    where: 'roadmap, phase 4: the Moodle processor',
    metadata: { ...classic, prompt_processor: 'moodle_augment', rag_processor: 'no_rag' },
    tools: [],
  },
]
