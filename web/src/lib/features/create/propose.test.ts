import type { ToolEntry } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { proposeAssistant, proposeTools, speaksOfGrading, toName } from './propose.ts'

const words = {
  text: 'The essay:',
  question: 'Question:',
  rubric: 'By this rubric:',
  context: 'With this material:',
  system: 'You help.',
  systemFor: ({ purpose }: { purpose: string }) => `You help: ${purpose}`,
}

describe('suggested tools', () => {
  it('include a knowledge base for documents and a rubric for a rubric file', () => {
    const both = proposeTools({ purpose: 'Help', knowledgeBaseId: '4', rubricIds: ['r-1'] })
    expect(both.map(({ tool, reason }) => [tool.type, tool.config, tool.enabled, reason])).toEqual([
      ['simple_rag', { collections: ['4'], top_k: 5 }, true, 'documents'],
      ['rubric_rag', { rubric_id: 'r-1', format: 'markdown' }, true, 'rubric-file'],
    ])
    expect(proposeTools({ purpose: 'Help', knowledgeBaseId: '4', rubricIds: [] })).toHaveLength(1)
    expect(proposeTools({ purpose: 'Help', knowledgeBaseId: undefined, rubricIds: [] })).toEqual([])
  })

  it('include one tool per rubric, each with its own placeholder', () => {
    const both = proposeTools({ purpose: '', knowledgeBaseId: undefined, rubricIds: ['r-1', 'r-2'] })
    expect(
      both.map(({ tool, placeholder }) => [tool.config['rubric_id'], tool.placeholder, placeholder]),
    ).toEqual([
      ['r-1', undefined, 'rubric'],
      ['r-2', 'rubric_2', 'rubric_2'],
    ])
    const start = (...tools: ToolEntry[]) => proposeAssistant('', tools, words, '').prompt_template
    const [first, second] = both.map(({ tool }) => tool)
    if (!first || !second) throw new Error('there are two')
    expect(start(first, second)).toContain('{rubric}\n\n{rubric_2}')
    expect(start(second)).not.toContain('{rubric}')
  })

  it.each([
    'Evaluate history essays',
    'Gives feedback on drafts',
    'Evalúa los ensayos de primero',
    'Avalua els assaigs',
    'Saiakerak ebaluatu',
  ])('include a rubric without a choice for “%s”', (purpose) => {
    const [proposal] = proposeTools({ purpose, knowledgeBaseId: undefined, rubricIds: [] })
    expect(proposal).toMatchObject({ reason: 'words', tool: { type: 'rubric_rag', enabled: false } })
  })

  it.each(['Answers questions about photosynthesis', 'Explain the market to beginners'])(
    'include no rubric for “%s”',
    (purpose) => {
      expect(speaksOfGrading(purpose)).toBe(false)
    },
  )

  it('have a template with a placeholder for each tool', () => {
    const tools = proposeTools({ purpose: 'Grade essays', knowledgeBaseId: '4', rubricIds: ['r'] }).map(
      (one) => one.tool,
    )
    const { prompt_template, name, system_prompt } = proposeAssistant(
      'Grade essays. Kindly.',
      tools,
      words,
      'New',
    )
    for (const placeholder of ['{user_input}', '{rubric}', '{context}'])
      expect(prompt_template).toContain(placeholder)
    expect(name).toBe('Grade essays')
    expect(system_prompt).toContain('Kindly')
    expect(proposeAssistant('', [], words, 'Leaf').prompt_template).toBe('Question:\n{user_input}')
    expect(proposeAssistant('Grade essays', tools, words, '').system_prompt).toBe('You help: Grade essays.')
    expect(proposeAssistant('', [], words, 'Leaf').name).toBe('Leaf')
  })

  it.each([
    ['Helps first-year students understand photosynthesis', 'Photosynthesis'],
    ['A tutor that helps students learn about the French Revolution, step by step', 'French Revolution'],
    ['helps first-year students of history write better essays, with sources', 'Write better essays'],
    ['Ayuda a los alumnos de primero a entender la fotosíntesis.', 'Fotosíntesis'],
    ['Ajuda els alumnes a entendre l’equilibri químic', 'Equilibri químic'],
    ['Fotosintesia ulertzen laguntzen die ikasleei', 'Fotosintesia'],
    ['Química orgánica – 1º de Bachillerato (grupo B)', 'Química orgánica'],
    ['化学の質問に答える', '化学の質問に答える'],
    ['Explains version 2.5 of the manual', 'Explains version 2.5 of the manual'],
  ])('%j is named %j', (purpose, name) => expect(toName(purpose)).toBe(name))

  it('uses the first words as the name', () => {
    expect(toName('Assess short essays on photosynthesis by the rubric')).toBe(
      'Assess short essays on photosynthesis',
    )
    expect(toName('Work with')).toBe('Work with')
  })
})
