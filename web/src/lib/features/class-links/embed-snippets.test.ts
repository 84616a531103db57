import { expect, it } from 'vitest'
import { embedSnippets } from './embed-snippets.ts'

it('quotes the name of the assistant', () => {
  const { frame, bubble } = embedSnippets('https://bw.example.edu', 'k7mw3xqd9p', 'Cells & "organs" <1>')
  expect(frame).toContain(
    'src="https://bw.example.edu/l/k7mw3xqd9p" title="Cells &amp; &quot;organs&quot; &lt;1>"',
  )
  expect(bubble).toBe(
    '<script src="https://bw.example.edu/embed.js" data-link="k7mw3xqd9p" data-title="Cells &amp; &quot;organs&quot; &lt;1>" async></script>',
  )
})
