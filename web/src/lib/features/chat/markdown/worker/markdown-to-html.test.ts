import { describe, expect, it } from 'vitest'
import { toUnsafeHtml } from './markdown-to-html.ts'

const html = (text: string) => toUnsafeHtml(text, { numbers: new Set([1]), picture: 'Picture' })

it('keeps a citation with the words before and after it', () => {
  expect(html('Leaves are green   [1].')).toMatch(/green\u2060<button [^>]*>1<\/button>\u2060\./)
})

describe('answers of a model that repeats itself', () => {
  it.each(['> ', '- ', '1. '])('%s is shown as text once it is nested too deeply', (mark) => {
    const text = `${mark.repeat(5000)}x`
    expect(html(text)).toBe(`<p class="raw">${text.replaceAll('>', '&gt;')}</p>`)
  })

  it('a table with too many cells is shown as text, and so is what follows', () => {
    const table = ['|a', '|-', ...Array.from({ length: 200 }, () => '|b')]
      .map((row) => row.repeat(60))
      .join('\n')
    expect(html(`# Title\r\n\r\n${table}\n\n**End**`)).toBe(
      `<h1>Title</h1>\n<p class="raw">${table}\n\n**End**</p>`,
    )
  })
})

describe('a very long answer', () => {
  const textsIn = (drawn: string) =>
    [...drawn.matchAll(/<p class="raw">([^<]*)<\/p>/g)].map(([, text]) => text ?? '')

  it('is plain text in pieces from where it has too many elements, and nothing of it is lost', () => {
    const text = Array.from({ length: 30_000 }, (_, at) => `Paragraph ${at}.`).join('\n\n')
    const drawn = html(text)
    const pieces = textsIn(drawn)
    expect(pieces.length).toBeGreaterThan(3)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(50_000)
    expect(drawn.match(/Paragraph/g)).toHaveLength(30_000)
    expect(text.endsWith(pieces.join(''))).toBe(true)
  })

  it('keeps its limit when it is drawn in parts', () => {
    const part = { numbers: new Set<number>(), picture: '', maxElements: 1 }
    expect(toUnsafeHtml('One.\n\nTwo.', part)).toBe('<p>One.</p>\n<p class="raw">Two.</p>')
  })

  it('has a single word or block that is too long as plain text, between what is drawn', () => {
    const word = '\u{1F9EC}'.repeat(150_001)
    const drawn = html(`*Before*\n\nx${word}\n\n*After*`)
    expect(drawn.startsWith('<p><em>Before</em></p>')).toBe(true)
    expect(drawn.endsWith('<p><em>After</em></p>\n')).toBe(true)
    expect(textsIn(drawn).join('').trim()).toBe(`x${word}`)
    expect(textsIn(drawn).filter((piece) => /[\uD800-\uDBFF]$/.test(piece))).toEqual([])
  })
})
