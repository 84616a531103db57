import { assistantMetadataSchema } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { normalizeEntries } from '../../../tools/normalize-entries.ts'
import { createToolRegistry } from '../../../tools/registry.ts'
import { defineTool } from '../../../tools/tool.ts'
import { unavailableTools, warningsFor } from './entry-warnings.ts'

const tool = (name: string, placeholder: string) =>
  defineTool({
    name,
    title: `The ${name}`,
    description: '',
    category: 'context',
    version: '1.0',
    config: z.looseObject({}),
    input: z.object({}),
    inject: { placeholder, input: () => ({}) },
    call: { functionName: () => name, describe: () => name },
    run: () => ({ ok: true, content: '', sources: [] }),
  })
const tools = createToolRegistry([
  tool('no_rag', 'context'),
  tool('simple_rag', 'context'),
  tool('rubric_rag', 'rubric'),
  tool('query', 'query'),
])

function warn(template: string, metadata: object) {
  const settings = assistantMetadataSchema.parse(metadata)
  const { entries } = normalizeEntries(settings.tools, tools)
  const warnings = warningsFor({ prompt_template: template }, settings, entries, tools)
  return warnings
}
const multi = (...list: unknown[]) => ({
  assistant_type: 'multi_tool',
  prompt_processor: 'multi_augment',
  tools: list,
})

describe('template warnings', () => {
  it('does not warn if everything fits', () => {
    expect(
      warn(
        '{user_input}{context}{rubric}{moodle_user}',
        multi({ type: 'simple_rag' }, { type: 'rubric_rag' }),
      ),
    ).toEqual([])
    expect(warn('', multi())).toEqual([])
    expect(warn('', multi('simple_rag'))).toEqual([])
    expect(warn('', { rag_processor: 'no_rag' })).toEqual([])
    expect(warn('{context}{user_input}', { rag_processor: 'simple_rag' })).toEqual([])
  })

  it('warns about an empty template with injected tools', () => {
    const warnings = warn('', multi({ type: 'simple_rag' }, { type: 'rubric_rag' }))
    expect(warnings).toEqual([
      {
        code: 'empty_template',
        path: '/prompt_template',
        message: expect.stringContaining('{context}, {rubric}'),
        message_code: 'settings.empty_template',
        message_params: { question: '{user_input}', placeholders: '{context}, {rubric}' },
      },
    ])
    expect(warn('', { rag_processor: 'simple_rag' })).toMatchObject([{ code: 'empty_template' }])
  })

  it('names the missing placeholder of a tool and says what to do', () => {
    const warnings = warn('{user_input}{context}', multi({ type: 'simple_rag' }, { type: 'rubric_rag' }))
    expect(warnings).toEqual([
      {
        code: 'placeholder_missing',
        path: '/metadata/tools/1',
        message: expect.stringMatching(/no \{rubric\}.*“The rubric_rag”.*Add \{rubric\}/),
        message_code: 'settings.placeholder_missing',
        message_params: { placeholder: '{rubric}', tool: 'The rubric_rag' },
      },
    ])
    expect(warn('{user_input}', { rag_processor: 'simple_rag' })).toMatchObject([
      { code: 'placeholder_missing', path: '/metadata/rag_processor' },
    ])
    expect(warn('{user_input}', { rag_processor: 'no_rag' })).toEqual([])
    const cached = { rag_processor: 'simple_rag', prompt_processor: 'kvcache_augment' }
    expect(warn('{user_input}', cached)).toEqual([])
    expect(warn('', cached)).toEqual([])
  })

  it('needs no placeholder for a disabled tool or one that feeds another', () => {
    const feeding = [{ type: 'query' }, { type: 'simple_rag', config: { query: '{query}' } }]
    expect(warn('{user_input}{context}', multi(...feeding))).toEqual([])
    expect(warn('{user_input}', multi({ type: 'rubric_rag', enabled: false }))).toEqual([])
  })

  it('warns about a placeholder that nothing fills, if it would be removed', () => {
    const off = multi({ type: 'rubric_rag', enabled: false })
    const warnings = warn('{user_input} \\frac{a}{b} {rubric}', off)
    expect(warnings.map(({ code, path }) => `${code} ${path}`)).toEqual(
      Array.from({ length: 3 }, () => 'placeholder_unfilled /prompt_template'),
    )
    expect(warnings[2]?.message).toMatch(/fills \{rubric\}.*removed/)
  })

  it('warns only about {context} for LAMB’s processor, which keeps unknown braces', () => {
    const unfilled = [{ code: 'placeholder_unfilled' }]
    expect(warn('{context} {user_input} \\frac{a}{b}', {})).toMatchObject(unfilled)
    expect(warn('{user_input} \\frac{a}{b}', { rag_processor: 'no_rag' })).toEqual([])
    // With more than {context} to fill, the other processor is used.
    const more = { prompt_processor: 'simple_augment', tools: [{ type: 'rubric_rag' }] }
    expect(warn('{rubric} {user_input} {a}', more)).toMatchObject(unfilled)
  })
})

describe('tools that are not installed', () => {
  const listed = multi({ type: 'simple_rag' }, { type: 'gone', placeholder: 'x' }, 'gone_too')

  it('warns about each once, with its path', () => {
    const places = warn('{context}{x}', listed).map(({ code, path }) => `${code} ${path}`)
    expect(places).toEqual(['unknown_tool /metadata/tools/1', 'unknown_tool /metadata/tools/2'])
    expect(warn('{context}', { rag_processor: 'gone' })).toMatchObject([
      { code: 'unknown_tool', path: '/metadata/rag_processor' },
    ])
  })

  it('lists them', () => {
    const unavailable = (metadata: object) => {
      const settings = assistantMetadataSchema.parse(metadata)
      return unavailableTools(settings, normalizeEntries(settings.tools, tools).entries, tools)
    }
    expect(unavailable(listed)).toEqual(['gone', 'gone_too'])
    expect(unavailable({ rag_processor: 'gone', tools: ['gone'] })).toEqual(['gone'])
    expect(unavailable({ ...listed, rag_processor: 'of_the_past' })).not.toContain('of_the_past')
    expect(unavailable({})).toEqual([])
  })
})
