import { expect, it } from 'vitest'
import { prepareDecorations, type Undrawn } from './decorate.ts'

const formula = (text: string): Undrawn => ({ kind: 'formula', text, isBlock: false })
const code = (text: string, language: string): Undrawn => ({ kind: 'code', text, language })

it('draws formulas, and code of known languages', async () => {
  const draw = await prepareDecorations([formula('x^2'), code('const x = 1', 'TS'), code('x', 'constructor')])
  expect(draw()).toEqual([
    expect.stringContaining('class="katex"'),
    expect.stringContaining('<pre class="shiki'),
    undefined,
  ])
})

it('leaves formulas and code as text beyond a number of elements', async () => {
  const deep = formula(`${'\\frac{a}{'.repeat(40)}b${'}'.repeat(40)}`)
  const drawn = (await prepareDecorations(Array.from({ length: 400 }, () => deep)))()
  expect(drawn[0]).toBeDefined()
  expect(drawn.filter((html) => html !== undefined).length).toBeLessThan(40)
  const [highlighted] = (await prepareDecorations([code('const x = "1";\n'.repeat(9000), 'js')]))()
  expect(highlighted).toBeUndefined()
})
