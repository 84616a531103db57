import type { SettingsWarning } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { findProblems } from './problems.ts'

const warn = (code: string, path: string, params = {}): SettingsWarning => ({
  code,
  path,
  message: code,
  message_params: params,
})
const draft = (prompt_template: string, tools: object[] = []) => ({
  system_prompt: '',
  prompt_template,
  metadata: { tools },
})
const fixes = (...given: Parameters<typeof findProblems>) => findProblems(...given).map(({ fix }) => fix)

describe('problems before publishing', () => {
  it('are none for an assistant that works, whatever else is remarked', () => {
    expect(findProblems(draft('{user_input}'), [warn('placeholder_unfilled', '/prompt_template')])).toEqual(
      [],
    )
    expect(findProblems(draft(''), [])).toEqual([])
  })

  it('are solved by adding the missing placeholder or question', () => {
    const missing = warn('placeholder_missing', '/metadata/tools/0', { placeholder: '{rubric}' })
    expect(fixes(draft('Judge:\n{user_input}'), [missing])).toEqual([
      { kind: 'template', placeholder: 'rubric', template: '{rubric}\n\nJudge:\n{user_input}' },
    ])
    expect(fixes(draft('{context}'), [])).toMatchObject([{ template: '{context}\n\n{user_input}' }])
    const empty = warn('empty_template', '/prompt_template', { placeholders: '{context}, {rubric}' })
    expect(fixes(draft(''), [empty])).toMatchObject([{ template: '{context}\n\n{rubric}\n\n{user_input}' }])
  })

  it('lead to the model, the tool or the knowledge base', () => {
    const tools = [{ type: 'simple_rag', config: { collections: ['7'] } }]
    const warnings = [
      warn('no_provider', '/metadata/connector'),
      warn('unknown_model', '/metadata/llm'),
      warn('empty_knowledge_base', '/metadata/tools/0/config'),
      warn('incomplete', '/metadata/tools/1/config/rubric_id'),
    ]
    expect(
      findProblems(draft('{user_input}', tools), warnings).map(({ fix, isRefused }) => [fix, isRefused]),
    ).toEqual([
      [{ kind: 'model' }, false],
      [{ kind: 'model' }, false],
      [{ kind: 'documents', knowledgeBase: '7' }, false],
      [{ kind: 'tool', index: 1 }, true],
    ])
  })
})
