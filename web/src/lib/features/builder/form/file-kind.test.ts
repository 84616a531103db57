import { describe, expect, it } from 'vitest'
import { kindOfFile } from './file-kind.ts'

describe('a dropped file', () => {
  it.each([
    ['unit.pdf', undefined, 'document'],
    ['data.json', '{"rows": []}', 'document'],
    ['broken.json', '{', 'document'],
    ['rubric.json', '{"title": "Essay", "criteria": []}', 'rubric'],
    ['assistant.json', '{"name": "x", "prompt_template": ""}', 'assistant'],
  ])('%s %s is a %s', (name, json, kind) => {
    expect(kindOfFile(name, json)).toBe(kind)
  })
})
