import { expect, it } from 'vitest'
import { toSpokenText } from './speech.ts'

it('reads the words of an answer, without Markdown, citations and code', () => {
  const answer =
    '## Leaves\n\n- They are **green** [1], see [the guide](https://example.edu).\n\n```js\nlet a = 1\n```\n\n$$x^2$$ Done【2】.'
  expect(toSpokenText(answer)).toBe('Leaves\n\nThey are green, see the guide.\n\nDone.')
})
