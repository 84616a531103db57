// A made-up history course: what the screenshots in the guides show. Everything works without a model provider.
const UNIT = `# The crisis of 1789

Bread cost a Paris labourer half of a day's wage in 1788 and almost nine tenths of it in the spring of 1789. Two bad harvests and a hard winter had halved the supply of grain.

# The debt of the crown

Half of the royal budget paid interest on debts from the American war. Ministers proposed a land tax that the privileged orders refused, so the king called the Estates General for May 1789.

# Who spoke for the third estate

Most of its deputies were lawyers and officials from the provinces. They brought lists of grievances that asked for fair taxes, an end to privileges and a say in how money is spent.
`

const READING = `# Reading guide, week 3

Read the unit on the crisis of 1789 and one list of grievances. Note who wrote it, whom it addresses, and what it asks for first.

# What counts as evidence

A claim needs a source and a reason why this source can know it. Prices and tax rolls show what people paid; lists of grievances show what they complained about.
`

export const DOCUMENTS = { 'unit-3-crisis-of-1789.md': UNIT, 'reading-guide-week-3.md': READING }

export const RUBRIC = {
  title: 'Historical argument',
  description: 'Short essay, first year',
  subject: 'History',
  gradeLevel: 'First year',
  scoringType: 'points',
  maxScore: 10,
  criteria: ['Thesis', 'Use of evidence', 'Structure'].map((name, index) => ({
    id: `criterion-${index}`,
    name,
    description: [
      'States a claim that can be argued about',
      'Supports each claim with a source',
      'Each paragraph has one point',
    ][index],
    weight: [30, 50, 20][index],
    order: index,
    levels: ['Excellent', 'Good', 'Needs work'].map((label, level) => ({
      id: `level-${index}-${level}`,
      score: 4 - level,
      label,
      description: [
        ['Clear, precise and arguable', 'Clear, but broad', 'A topic rather than a claim'],
        ['Every claim cites a fitting source', 'Most claims cite a source', 'Claims without sources'],
        ['Each paragraph moves the argument on', 'Mostly in order', 'Paragraphs in no clear order'],
      ][index]?.[level],
      order: level,
    })),
  })),
}

const assistant = (name, description, metadata) => ({
  name,
  description,
  system_prompt:
    'You help first-year students of history. Base every statement on the course material and cite it.',
  prompt_template: 'Course material:\n{context}\n\nQuestion: {user_input}',
  metadata: { connector: 'quotes', llm: 'quotes', ...metadata },
})

const tool = (type, config, more = {}) => ({ type, use: 'inject', enabled: true, config, ...more })

/** Creates the course through the API. Returns the ids that the pages need. */
export async function createCourse({ call, upload }) {
  const base = await call('POST', '/knowledge-bases', {
    name: 'Modern history, unit 3',
    description: 'Lecture notes and reading guide',
  })
  await upload(`/knowledge-bases/${base.id}/files`, DOCUMENTS)
  const { rubric } = await call('POST', '/creator/rubrics', RUBRIC)
  const studyHelper = await call(
    'POST',
    '/assistants',
    assistant('Study helper', 'Answers questions about unit 3 and cites the lecture notes', {
      assistant_type: 'multi_tool',
      prompt_processor: 'multi_augment',
      tools: [tool('simple_rag', { collections: [String(base.id)] })],
    }),
  )
  await call(
    'POST',
    '/assistants',
    assistant('Essay feedback', 'Gives formative feedback with the rubric for historical argument', {
      assistant_type: 'multi_tool',
      prompt_processor: 'multi_augment',
      tools: [
        tool('simple_rag', { collections: [String(base.id)] }),
        tool('rubric_rag', { rubric_id: rubric.rubric_id }, { placeholder: 'rubric' }),
      ],
    }),
  )
  await call(
    'POST',
    '/assistants',
    assistant('Source detective', 'Asks students who wrote a source, for whom and why', {
      prompt_processor: 'simple_augment',
      rag_processor: 'no_rag',
    }),
  )
  await call('POST', `/assistants/${studyHelper.id}/publish`, { publish_status: true })
  return { base: base.id, rubric: rubric.rubric_id, assistant: studyHelper.id }
}
