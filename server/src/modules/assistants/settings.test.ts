import { describe, expect, it } from 'vitest'
import { getSettings, quotaOf, requireCompleteSettings, requireReadableSettings } from './settings.ts'

describe('settings on save and on use', () => {
  it('refuses invalid settings with a message', () => {
    for (const json of ['{', '[]', 'null']) {
      expect(() => requireReadableSettings(json)).toThrow(/must be a JSON obj/)
      expect(() => getSettings(json)).toThrow('Assistant metadata cannot be parsed')
    }
    expect(() => requireReadableSettings('')).not.toThrow()
  })

  it('lists every missing part', () => {
    expect(() => requireCompleteSettings('{"connector":"openai","llm":" ","rag_processor":4}')).toThrow(
      'Assistant metadata is incomplete. Missing required plugin fields: prompt_processor, llm, rag_processor',
    )
  })

  it('requires only a model for a multi-tool assistant', () => {
    expect(() =>
      requireCompleteSettings('{"assistant_type":"multi_tool","connector":"openai","llm":"x"}'),
    ).not.toThrow()
    expect(() => requireCompleteSettings('{"tools":[],"connector":"openai"}')).toThrow(/fields: llm$/)
  })

  it('reads the limit in both of its forms', () => {
    expect(quotaOf('{"quota":{"enabled":true,"cost_limit_usd":5}}')).toEqual({
      enabled: true,
      cost_limit_usd: 5,
      alert_thresholds: [],
    })
    expect(quotaOf('{"quota":true}')).toMatchObject({ enabled: true, cost_limit_usd: null })
    for (const json of ['{}', '{', '{"quota":{"cost_limit_usd":"5"}}']) {
      expect(quotaOf(json)).toMatchObject({ enabled: false, cost_limit_usd: null })
    }
  })
})
