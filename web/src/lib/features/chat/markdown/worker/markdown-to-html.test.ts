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
