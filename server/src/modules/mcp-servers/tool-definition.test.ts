import { describe, expect, it } from 'vitest'
import { changeOf, toFreeFunctionName } from './compare-tools.ts'
import { type ListedTool, toSeenTool } from './tool-definition.ts'
import { toResultText } from './tool-result.ts'

const listed = (more: Partial<ListedTool> = {}): ListedTool => ({
  name: 'find_book',
  description: 'Finds a book',
  inputSchema: { type: 'object', properties: { isbn: { type: 'string' } } },
  ...more,
})
const fingerprint = (more?: Partial<ListedTool>) => toSeenTool(listed(more))?.fingerprint

describe('the definition of a tool', () => {
  it('has one fingerprint regardless of field order, and another for every change', () => {
    expect(fingerprint({ inputSchema: { properties: { isbn: { type: 'string' } }, type: 'object' } })).toBe(
      fingerprint(),
    )
    expect(fingerprint({ description: 'Finds a book.' })).not.toBe(fingerprint())
    expect(
      fingerprint({ inputSchema: { type: 'object', properties: { isbn: { type: 'number' } } } }),
    ).not.toBe(fingerprint())
    expect(fingerprint({ annotations: { readOnlyHint: true } })).not.toBe(fingerprint())
  })

  it('contains no invisible characters', () => {
    const hidden = 'Finds\u200b a\u202e book\u{e0041}\u0007'
    expect(toSeenTool(listed({ description: hidden }))?.definition.description).toBe('Finds a book')
    const schema = { type: 'object', properties: { isbn: { description: 'x\u200by' } } }
    expect(JSON.stringify(toSeenTool(listed({ inputSchema: schema })))).toContain('"xy"')
  })

  it.each([
    ['description', { description: 'x'.repeat(4001) }],
    ['not a JSON Schema of an object', { inputSchema: { type: 'string' } }],
    ['characters', { inputSchema: { type: 'object', description: 'x'.repeat(30_000) } }],
    ['tasks', { execution: { taskSupport: 'required' } }],
    ['nested', { inputSchema: { type: 'object', ...deep(40) } }],
  ])('can’t be used because of its %s', (words, more) => {
    expect(toSeenTool(listed(more))?.definition.fault).toContain(words)
  })

  it('survives a very deep schema', () => {
    expect(
      toSeenTool(listed({ inputSchema: { type: 'object', ...deep(50_000) } }))?.definition.fault,
    ).toBeTruthy()
  })

  it('is left out when its name can’t be used', () => {
    for (const name of ['', 'two words', 'x'.repeat(200), 'line\nbreak'])
      expect(toSeenTool(listed({ name }))).toBeUndefined()
  })
})

function deep(levels: number): Record<string, unknown> {
  let value: Record<string, unknown> = {}
  for (let level = 0; level < levels; level++) value = { items: value }
  return value
}

describe('a change to a known tool', () => {
  const seen = {
    name: 'a',
    fingerprint: 'new',
    definition: { title: '', description: '', input_schema: {}, read_only_hint: false },
  }
  const row = { enabled: 1, fingerprint: 'old', state: 'current', proposed: null } as const
  it('waits for review when the tool is enabled', () =>
    expect(changeOf(row, seen)).toMatchObject({ state: 'changed' }))
  it('is applied immediately when the tool is not enabled', () =>
    expect(changeOf({ ...row, enabled: 0 }, seen)).toMatchObject({
      state: 'current',
      fingerprint: 'new',
      only_reads: 0,
    }))
  it('is undefined when nothing changed', () =>
    expect(changeOf({ ...row, fingerprint: 'new' }, seen)).toBeUndefined())
  it('covers tools that disappear and come back unchanged', () => {
    expect(changeOf(row, undefined)).toEqual({ state: 'gone', proposed: null })
    expect(changeOf({ ...row, fingerprint: 'new', state: 'gone' }, seen)).toEqual({
      state: 'current',
      proposed: null,
    })
    expect(changeOf({ ...row, state: 'gone' }, seen)).toMatchObject({ state: 'changed' })
  })
})

describe('the function name for models', () => {
  it.each([
    ['find_book', [], 'find_book'],
    ['find.book/v2', [], 'find_book_v2'],
    ['123', [], 'tool'],
    ['find_book', ['find_book'], 'city_library_find_book'],
    ['find_book', ['find_book', 'city_library_find_book'], 'city_library_find_book_2'],
    ['x'.repeat(100), [], 'x'.repeat(60)],
  ])('%s beside %j becomes %s', (tool, taken, name) => {
    expect(toFreeFunctionName(tool, 'City Library', new Set(taken))).toBe(name)
  })
})

describe('the text of a result', () => {
  it('contains the text, the structured content once, and a note for the rest', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' }
    expect(toResultText({ content: [{ type: 'text', text: 'a' }, image, image] })).toBe(
      'a\n\n[left out: 2 × image]',
    )
    expect(toResultText({ content: [{ type: 'text', text: 'a' }], structuredContent: { b: 1 } })).toBe(
      'a\n\n{"b":1}',
    )
    expect(
      toResultText({ content: [{ type: 'text', text: '{ "b": 1 }' }], structuredContent: { b: 1 } }),
    ).toBe('{ "b": 1 }')
    expect(toResultText({ content: [{ type: 'resource', resource: { uri: 'x', text: 'inside' } }] })).toBe(
      'inside',
    )
    expect(toResultText({})).toBe('')
  })

  const image = { type: 'image', data: 'QUFB'.repeat(100), mimeType: 'image/png' }
  const text = (value: string) => ({ type: 'text', text: value })
  it.each([
    ['a field of the structure', [text('a file')], { content: 'a file' }, 'a file'],
    ['a field as JSON', [text('[{"name":"a"}]')], { entities: [{ name: 'a' }] }, '[{"name":"a"}]'],
    ['the items of a field', [text('a'), text('b')], { result: ['a', 'b'] }, 'a\n\nb'],
    ['a number', [text('5')], { result: 5 }, '5'],
    ['a picture', [image], { content: [image] }, '[left out: 1 × image]'],
    ['a part of more', [text('a file')], { content: 'a file', size: 6 }, '{"content":"a file","size":6}'],
    ['items of more', [text('a')], { list: ['a', 'b'] }, '{"list":["a","b"]}'],
  ])('says once what is text and %s', (_name, content, structuredContent, expected) => {
    expect(toResultText({ content, structuredContent })).toBe(expected)
  })

  it('never contains the data of a picture', () => {
    const result = toResultText({ content: [text('done')], structuredContent: { view: { screen: image } } })
    expect(result).toContain('image/png')
    expect(result).not.toContain('QUFB')
  })
})
