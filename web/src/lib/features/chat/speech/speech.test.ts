import { expect, it } from 'vitest'
import { growthOf } from '../../../../../../server/src/platform/growth.testing.ts'
import { toSpokenText } from './speech.ts'

it('reads the words of an answer, without Markdown, citations and code', () => {
  const answer =
    '## Leaves\n\n- They are **green** [1], see [the guide](https://example.edu).\n\n```js\nlet a = 1\n```\n\n$$x^2$$ Done【2】.'
  expect(toSpokenText(answer)).toBe('Leaves\n\nThey are green, see the guide.\n\nDone.')
})

it.each(['[', '![', '![a](', '[a](', '【1†'])(
  'reads an answer that repeats %s in linear time',
  async (piece) => {
    expect(await growthOf((size) => toSpokenText(piece.repeat(size)), 3000)).toBeLessThan(10)
  },
)
