import type { SettingsWarning } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { findProblems } from './publish-check.routes.ts'

const warn = (code: string, path: string, params = {}): SettingsWarning => ({
  code,
  path,
  message: code,
  message_params: params,
})
const settings = (prompt_template: string, tools: object[] = []) => ({
  prompt_template,
  metadata: JSON.stringify({ tools }),
})
const fixes = (...given: Parameters<typeof findProblems>) => findProblems(...given).map(({ fix }) => fix)

describe('problems before publishing', () => {
  it('are none for an assistant that works, whatever warnings it has', () => {
    const remark = warn('placeholder_unfilled', '/prompt_template')
    expect(findProblems(settings('{user_input}'), [remark])).toEqual([])
    expect(findProblems(settings(''), [])).toEqual([])
  })

  it('name the placeholders that the template lacks', () => {
    const missing = warn('placeholder_missing', '/metadata/tools/0', { placeholder: '{rubric}' })
    expect(fixes(settings('Judge:\n{user_input}'), [missing])).toEqual([
      { kind: 'template', placeholders: ['rubric'] },
    ])
    expect(findProblems(settings('{context}'), [])).toMatchObject([
      { code: 'question_missing', fix: { kind: 'template', placeholders: ['user_input'] } },
    ])
    const empty = warn('empty_template', '/prompt_template', { placeholders: '{context}, {rubric}' })
    expect(fixes(settings(''), [empty])).toEqual([
      { kind: 'template', placeholders: ['context', 'rubric', 'user_input'] },
    ])
  })

  it('lead to the model, the tool or the knowledge base', () => {
    const tools = [{ type: 'simple_rag', config: { collections: ['7'] } }]
    const warnings = [
      warn('no_provider', '/metadata/connector'),
      warn('unknown_model', '/metadata/llm'),
      warn('empty_knowledge_base', '/metadata/tools/0/config'),
      warn('incomplete', '/metadata/tools/1/config/rubric_id'),
      warn('needs_repair', '/metadata'),
    ]
    expect(
      findProblems(settings('{user_input}', tools), warnings).map(({ fix, refused }) => [fix, refused]),
    ).toEqual([
      [{ kind: 'model' }, false],
      [{ kind: 'model' }, false],
      [{ kind: 'documents', knowledge_base: '7' }, false],
      [{ kind: 'tool', index: 1 }, true],
      [null, false],
    ])
  })
})
