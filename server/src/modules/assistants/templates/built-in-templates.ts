import type { ToolEntry, ToolTemplate } from '@bellwether/wire'
import english from '../../../../../texts/en/templates.json' with { type: 'json' }
import { toTexts } from '../../../platform/texts/to-texts.ts'

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

type TemplateName = keyof typeof english
const texts = toTexts(english) as typeof english

const template = (name: TemplateName, icon: string, tools: ToolEntry[]): TemplateContents => {
  const { suggested_questions, ...words } = texts[name]
  return {
    id: `builtin:${name}`,
    icon,
    tools,
    ...words,
    suggested_questions: Object.values(suggested_questions),
  }
}

/** Common starting points for educators, who choose the file, rubric or knowledge base themselves. */
export const BUILT_IN_TEMPLATES: readonly TemplateContents[] = [
  template('essay_evaluator', 'pencil-line', [
    injected('simple_rag', { top_k: 4 }),
    injected('rubric_rag'),
    injected('single_file_rag'),
  ]),
  template('course_tutor', 'graduation-cap', [injected('simple_rag', { top_k: 5 })]),
  template('document_explainer', 'file-text', [injected('single_file_rag')]),
  template('rubric_coach', 'list-checks', [injected('rubric_rag')]),
  template('course_companion', 'compass', [injected('simple_rag', { top_k: 5 }), onCall('moodle')]),
  template('research_helper', 'search', [
    injected('query_rewrite'),
    injected('simple_rag', { query: '{query}', top_k: 8 }),
  ]),
  template('orchestrator', 'compass', [onCall('assistant'), onCall('assistant')]),
  template(
    'workspace_agent',
    'file-text',
    ['list_files', 'read_file', 'search_files', 'patch_file', 'write_file'].map((type) => onCall(type)),
  ),
]
