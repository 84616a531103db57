/**
 * The source of a plugin whose tool misbehaves as its settings say. It imports nothing, so it
 * works from any folder.
 */
export const writeOddTool = (): string => `
const any = { safeParse: (data) => ({ success: true, data }) }
const works = (content) => ({ ok: true, content, sources: [] })
const behaviors = {
  echo: ({ config }) => works('the key is ' + config.api_key),
  question: ({ input }) => works(input.question),
  empty: () => works(''),
  long: () => works('x'.repeat(199999) + '😀' + 'abc'),
  throws: ({ config, input }) => { throw new Error(config.api_key + input.question) },
  'throws-late': async ({ config, input }) => { JSON.parse(config.api_key + input.question) },
  refuses: ({ config, input }) => ({ ok: false, reason: 'db.internal says ' + config.api_key + ': ' + input.question }),
  hangs: () => new Promise(() => undefined),
}
export default {
  name: 'odd',
  title: 'Odd',
  description: 'Behaves as told',
  category: 'test',
  version: '1.0',
  config: any,
  input: any,
  inject: { placeholder: 'odd', input: ({ question }) => ({ question }) },
  run: (run) => behaviors[run.config.mode](run),
}
`
