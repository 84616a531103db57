import type { AssistantSnapshot } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { noRagTool } from '../../tools/no-rag/no-rag.tool.ts'
import { createToolRegistry } from '../../tools/registry.ts'
import { rubricRagTool } from '../../tools/rubric-rag/rubric-rag.tool.ts'
import { toTools } from '../context/convert-classic.ts'
import { FORMAT_VERSION, type FormatStep, formatVersionOf, upgradeSettings } from './format-steps.ts'

const tools = createToolRegistry([noRagTool(), rubricRagTool(async () => undefined)])
const form = (metadata: object | string): AssistantSnapshot => ({
  name: 'n',
  description: '',
  metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  system_prompt: '',
  prompt_template: '',
  rag_collections: '1, 2',
  rag_top_k: 4,
})
const settingsAfter = (metadata: object, steps?: readonly FormatStep[]) => {
  const done = upgradeSettings(form(metadata), tools, steps)
  return done.kind === 'changed' ? JSON.parse(done.metadata) : done
}

describe('settings format', () => {
  it('is 1 if the version is missing or invalid', () => {
    for (const version of [undefined, '2', 0, -1, 1.5, null])
      expect(formatVersionOf(JSON.stringify({ _format_version: version }))).toBe(1)
    expect(formatVersionOf('{"_format_version": 7}')).toBe(7)
    expect(formatVersionOf('not json')).toBe(1)
  })

  it('converts a classic assistant once', () => {
    const done = upgradeSettings(form({ rag_processor: 'rubric', rubric_id: 5, extra: 1 }), tools)
    expect(done).toMatchObject({ kind: 'changed', from: 1, to: FORMAT_VERSION })
    if (done.kind !== 'changed') return
    expect(JSON.parse(done.metadata)).toMatchObject({
      _format_version: 2,
      extra: 1,
      tools: [{ type: 'rubric_rag', use: 'inject', placeholder: 'context', config: { rubric_id: '5' } }],
    })
    expect(upgradeSettings(form(done.metadata), tools)).toEqual({ kind: 'current' })
  })

  it('keeps an existing list, normalized', () => {
    const before = {
      assistant_type: 'multi_tool',
      rag_processor: 'no_rag',
      tools: [{ type: 'rubric', config: { rubric_id: 1 } }],
    }
    expect(settingsAfter(before)).toEqual({
      ...before,
      tools: [{ type: 'rubric_rag', use: 'inject', enabled: true, config: { rubric_id: 1 } }],
      _format_version: 2,
    })
  })

  it('applies the steps in order, from any starting version', () => {
    const mark = (to: number): FormatStep => ({
      to,
      apply: ({ metadata }) => {
        const settings = JSON.parse(metadata)
        return { ok: true, settings: { ...settings, path: [...(settings.path ?? []), to] } }
      },
    })
    const steps = [{ to: 2, apply: toTools }, mark(3), mark(4)]
    expect(settingsAfter({ rag_processor: 'no_rag' }, steps)).toMatchObject({
      path: [3, 4],
      tools: [],
      _format_version: 4,
    })
    expect(settingsAfter({ _format_version: 3 }, steps)).toEqual({ path: [4], _format_version: 4 })
    expect(settingsAfter({ _format_version: 4 }, steps)).toEqual({ kind: 'current' })
  })

  it.each([
    ['from a newer server', { _format_version: 3, tools: 'in some other form' }, /newer server.*3/],
    ['unreadable JSON', 'not json', /settings can’t be read/],
    ['an unreadable list', { tools: [7] }, /list of tools/],
    ['a processor that is not installed', { rag_processor: 'gone' }, /gone is not installed/],
  ])('leaves settings unchanged: %s', (_who, metadata, reason) => {
    expect(upgradeSettings(form(metadata), tools)).toEqual({
      kind: 'left',
      reason: expect.objectContaining({ text: expect.stringMatching(reason) }),
    })
  })
})
