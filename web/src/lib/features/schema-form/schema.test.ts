import { describe, expect, it } from 'vitest'
import {
  choiceName,
  defaultsOf,
  kindOf,
  limitsOf,
  missingOf,
  optionsOf,
  type Schema,
  titleOf,
} from './schema.ts'

describe('a form generated from a schema', () => {
  it.each<[Schema, string]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', maxLength: 4000 }, 'long-text'],
    [{ type: 'string', enum: ['a', 'b'] }, 'choice'],
    [{ anyOf: [{ const: 'a' }, { const: 'b' }] }, 'choice'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: 'boolean' }, 'switch'],
    [{ type: 'array', items: { type: 'string' } }, 'list'],
    [{ type: 'array', items: { anyOf: [{ type: 'integer' }, { type: 'string' }] } }, 'list'],
    [{ type: 'array', items: { type: 'object' } }, 'json'],
    [{ type: 'object', properties: { a: { type: 'string' } } }, 'object'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'json'],
    [{ anyOf: [{ type: 'string' }, { type: 'integer' }], widget: 'rubric-picker' }, 'rubric-picker'],
    [{ type: 'array', items: {}, widget: 'knowledge-base-picker' }, 'knowledge-base-picker'],
    [{ type: 'string', widget: 'a widget of tomorrow' }, 'text'],
    [{}, 'json'],
  ])('%j is a %s', (schema, kind) => {
    expect(kindOf(schema)).toBe(kind)
  })

  it('starts with the defaults, and knows the missing settings', () => {
    const schema: Schema = {
      type: 'object',
      properties: {
        rubric_id: { type: 'string' },
        format: { enum: ['markdown', 'json'], default: 'markdown' },
      },
      required: ['rubric_id', 'format'],
    }
    expect(defaultsOf(schema)).toEqual({ format: 'markdown' })
    expect(missingOf(schema, { rubric_id: '  ' })).toEqual(['rubric_id'])
    expect(missingOf(schema, { rubric_id: '7' })).toEqual([])
    expect(optionsOf(schema.properties?.['format'] ?? {})).toEqual(['markdown', 'json'])
  })

  it('labels a setting without a title in words, and shows no meaningless limits', () => {
    expect(titleOf('max_chars', {})).toBe('Max chars')
    expect(['markdown', 'json', 'fast_model', 'GET'].map(choiceName)).toEqual([
      'Markdown',
      'JSON',
      'Fast model',
      'GET',
    ])
    expect(limitsOf({ type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER })).toEqual({
      step: 1,
      min: 1,
    })
  })
})
