import { describe, expect, it } from 'vitest'
import { kindOfFile } from './file-kind.ts'

describe('a dropped file', () => {
  it.each([
    ['unit.pdf', undefined, 'document'],
    ['data.json', '{"rows": []}', 'document'],
    ['broken.json', '{', 'document'],
    ['rubric.json', '{"title": "Essay", "criteria": []}', 'rubric'],
    ['essay.md', '# Essay\n| Criterion | Good (2) | Poor (1) |', 'rubric'],
    ['essay.csv', 'Criterio;Notable (8 puntos);Insuficiente (4 puntos)', 'rubric'],
    ['notes.md', '| Week | Topic |\n|---|---|', 'document'],
    ['history.md', 'Columbus (1492) and Magellan (1521)', 'document'],
    ['Rúbrica de ensayo.docx', undefined, 'rubric'],
    ['unit.docx', undefined, 'document'],
    ['assistant.json', '{"name": "x", "prompt_template": ""}', 'assistant'],
  ])('%s %s is a %s', (name, json, kind) => {
    expect(kindOfFile(name, json)).toBe(kind)
  })
})
