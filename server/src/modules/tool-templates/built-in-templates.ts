import type { ToolEntry, ToolTemplate } from '@bellwether/wire'

export type TemplateContents = Omit<ToolTemplate, 'built_in' | 'tools'> & { tools: ToolEntry[] }

const injected = (type: string, config: ToolEntry['config'] = {}): ToolEntry => ({
  type,
  use: 'inject',
  enabled: true,
  config,
})
const onCall = (type: string, config: ToolEntry['config'] = {}): ToolEntry => ({
  type,
  use: 'call',
  enabled: true,
  config,
})

/** Common starting points for educators, who choose the file, rubric or knowledge base themselves. */
export const BUILT_IN_TEMPLATES: readonly TemplateContents[] = [
  {
    id: 'builtin:essay_evaluator',
    name: 'Essay evaluator',
    description:
      'Gives feedback on an essay by your rubric, with the assignment and the course material at hand.',
    icon: 'pencil-line',
    tools: [injected('simple_rag', { top_k: 4 }), injected('rubric_rag'), injected('single_file_rag')],
    system_prompt:
      'You help students improve their essays. Judge by the rubric alone, quote the passages you speak about, and be encouraging. Do not rewrite the essay for the student.',
    prompt_template:
      'The assignment:\n{file}\n\nThe rubric:\n{rubric}\n\nWhat the course material says:\n{context}\n\nThe student’s text:\n{user_input}\n\nGo through the criteria one by one: the level reached, why, and one concrete next step. End with the score.',
    suggested_questions: [
      'Here is my draft. How does it do?',
      'Which criterion should I work on first?',
      'Is my argument supported by the course readings?',
    ],
  },
  {
    id: 'builtin:course_tutor',
    name: 'Course tutor',
    description: 'Answers questions from your knowledge base, and says so when the answer is not in it.',
    icon: 'graduation-cap',
    tools: [injected('simple_rag', { top_k: 5 })],
    system_prompt:
      'You are a patient tutor. Answer from the course material and name the part you rely on. If the material does not answer the question, say so. Lead the student to the solution of an exercise instead of giving it away.',
    prompt_template: 'Course material:\n{context}\n\nQuestion:\n{user_input}',
    suggested_questions: [
      'Explain the main idea of this week’s topic.',
      'Give me three questions to test myself.',
      'Where in the material can I read more about this?',
    ],
  },
  {
    id: 'builtin:document_explainer',
    name: 'Document explainer',
    description: 'Explains one document, such as a syllabus, a paper or a lab manual.',
    icon: 'file-text',
    tools: [injected('single_file_rag')],
    system_prompt:
      'You explain one document. Stay with what it says, use plain words, and point to the section you speak about.',
    prompt_template: 'The document:\n{file}\n\nQuestion:\n{user_input}',
    suggested_questions: [
      'Summarise this document in five sentences.',
      'Which terms do I need to know?',
      'What is expected of me, and by when?',
    ],
  },
  {
    id: 'builtin:rubric_coach',
    name: 'Rubric coach',
    description: 'Helps students understand your rubric and check their own work before they hand it in.',
    icon: 'list-checks',
    tools: [injected('rubric_rag')],
    system_prompt:
      'You help students to assess their own work. Explain what the criteria ask for and put questions to them. Do not give a grade unless you are asked for one.',
    prompt_template: 'The rubric:\n{rubric}\n\nThe student:\n{user_input}',
    suggested_questions: [
      'What makes the difference between the two highest levels?',
      'Ask me questions about my work, criterion by criterion.',
    ],
  },
  {
    id: 'builtin:course_companion',
    name: 'Course companion',
    description: 'Answers from your knowledge base, and looks up in Moodle which courses a student takes.',
    icon: 'compass',
    tools: [injected('simple_rag', { top_k: 5 }), onCall('moodle')],
    system_prompt:
      'You accompany students through their courses. Answer from the course material. When it matters which courses the student takes, look them up.',
    prompt_template: 'Course material:\n{context}\n\n{user_input}',
    suggested_questions: [
      'Which courses am I enrolled in?',
      'What should I prepare for next week?',
      'How does this topic fit with my other courses?',
    ],
  },
  {
    id: 'builtin:research_helper',
    name: 'Research helper',
    description:
      'For longer conversations: turns each question into a good search query before it searches your knowledge base.',
    icon: 'search',
    tools: [injected('query_rewrite'), injected('simple_rag', { query: '{query}', top_k: 8 })],
    system_prompt:
      'You help with research. Compare what the sources say, cite each statement, and tell apart what is established, disputed and unknown.',
    prompt_template: 'Found for “{query}”:\n{context}\n\n{user_input}',
    suggested_questions: [
      'What do the sources say about this, and where do they disagree?',
      'And what came after that?',
      'Which question is still open?',
    ],
  },
  {
    id: 'builtin:orchestrator',
    name: 'Orchestrator',
    description: 'Sends each question to the assistant that knows most about it, and combines the answers.',
    icon: 'compass',
    tools: [onCall('assistant'), onCall('assistant')],
    system_prompt:
      'You coordinate several assistants. Ask the one that fits the question, or several at once, and combine their answers into one. Say which assistant an answer comes from.',
    prompt_template: '{user_input}',
    suggested_questions: [
      'Which of your experts can help me with this?',
      'Compare what your experts say about this topic.',
    ],
  },
  {
    id: 'builtin:workspace_agent',
    name: 'Workspace agent',
    description:
      'Reads and changes the files of a workspace, such as a programming project or a set of notes.',
    icon: 'file-text',
    tools: ['list_files', 'read_file', 'search_files', 'patch_file', 'write_file'].map((type) =>
      onCall(type),
    ),
    system_prompt:
      'You work on the files of a workspace. Look at the files before you answer, make small changes, and explain each of them.',
    prompt_template: '{user_input}',
    suggested_questions: [
      'What is in this workspace?',
      'Find the bug in this program and fix it.',
      'Tidy up my notes and add headings.',
    ],
  },
]
