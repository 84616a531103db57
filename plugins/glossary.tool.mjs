// An example of an operator's own tool. Set PLUGINS_DIR=./plugins to use it.
// Injected, it fills {glossary} with the terms that the question mentions; called, the model looks a term up.
import { defineTool } from 'bellwether/plugin'
import * as z from 'zod'

export default defineTool({
  name: 'glossary',
  title: 'Glossary',
  description: 'Explains the terms of a course with the teacher’s definitions.',
  category: 'custom',
  version: '1.0',
  config: z.object({
    terms: z.record(z.string(), z.string()).default({}).meta({ title: 'Terms and definitions' }),
  }),
  input: z.object({ text: z.string().describe('The term, or a text that contains terms') }),
  inject: { placeholder: 'glossary', input: ({ question }) => ({ text: question }) },
  call: { functionName: () => 'look_up_term', describe: () => 'Looks up a term of the course.' },
  run({ config, input }) {
    const text = input.text.toLowerCase()
    const matches = Object.entries(config.terms).filter(([term]) => text.includes(term.toLowerCase()))
    if (matches.length === 0) return { ok: false, reason: 'no glossary term found' }
    return {
      ok: true,
      content: matches.map(([term, meaning]) => `${term}: ${meaning}`).join('\n'),
      sources: [],
    }
  },
})
