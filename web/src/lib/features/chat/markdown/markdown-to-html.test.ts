import { describe, expect, it } from 'vitest'
import { toUnsafeHtml } from './markdown-to-html.ts'

const words = { source: (n: number) => `Source ${n}`, unsupported: 'Unsupported', picture: 'Picture' }
const html = (text: string) => toUnsafeHtml(text, { numbers: new Set([1]), unsupported: [], words })

it('keeps a citation with the words before and after it', () => {
  expect(html('Leaves are green   [1].')).toMatch(/green\u2060<button [^>]*>1<\/button>\u2060\./)
})

describe('answers of a model that repeats itself', () => {
  it.each([' ', '*', '_', '!', '['])('“%s” is shown as text', (mark) => {
    const text = `a${mark.repeat(100_000)}x`
    expect(html(text)).toBe(`<p>${text}</p>`)
  })

  it.each(['> ', '- ', '1. '])('%s is shown as text once it is nested too deeply', (mark) => {
    const text = `${mark.repeat(5000)}x`
    expect(html(text)).toBe(`<p>${text.replaceAll('>', '&gt;')}</p>`)
  })
})
