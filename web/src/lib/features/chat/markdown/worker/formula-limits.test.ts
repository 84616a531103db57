import katex from 'katex'
import { expect, it } from 'vitest'
import { FORMULA_LIMITS } from './decorate.ts'

it.each(['\\rule{1000em}{1000em}', '\\raisebox{800em}{x}', '\\hspace{700em}'])(
  'a formula can’t cover the page: %s',
  (tex) => {
    const html = katex.renderToString(tex, { ...FORMULA_LIMITS, output: 'html' })
    const sizes = [...html.matchAll(/(-?[\d.]+)em/g)].map(([, size]) => Math.abs(Number(size)))
    expect(Math.max(0, ...sizes)).toBeLessThan(50)
  },
)

it.each([
  '\\href{javascript:alert(1)}{x}',
  '\\includegraphics{https://example.com/x.png}',
  '\\htmlStyle{position:fixed}{x}',
])('and contains no links, pictures or styles of its own: %s', (tex) => {
  const html = katex.renderToString(tex, { ...FORMULA_LIMITS, output: 'html' })
  expect(html).not.toMatch(/href=|<img|position:fixed/)
})
