import { cpuPerAnswer, makeAssistant } from './measure.mjs'

const FILE = `# Notes\n\n${'Each answer names the page on which it rests. '.repeat(40)}`

/** Longer conversations: the load's question comes last, after these. */
export async function measureMessages(bench) {
  const target = bench.target(await makeAssistant(bench, 'messages'))
  const rows = []
  for (const count of [1, 10, 50, 200]) {
    const earlier = Array.from({ length: count - 1 }, (_, at) => ({
      role: at % 2 === 0 ? 'user' : 'assistant',
      content: `Message ${at}: ${'which page does this rest on, and why? '.repeat(5)}`,
    }))
    rows.push([count, await cpuPerAnswer(bench, { ...target, earlier })])
  }
  return { title: 'Messages in a conversation', columns: ['messages', 'CPU per answer (ms)'], rows }
}

/** Injected tools, each with a file of 2 KB. */
export async function measureTools(bench) {
  const form = new FormData()
  form.append('file', new Blob([FILE], { type: 'text/markdown' }), 'notes.md')
  const { path } = await bench.call('POST', '/creator/files/upload', form)
  const rows = []
  for (const count of [1, 2, 4, 8, 16, 32]) {
    const tools = Array.from({ length: count }, (_, at) => ({
      type: 'single_file_rag',
      placeholder: `file_${at + 1}`,
      config: { file_path: path },
    }))
    const template = `${tools.map(({ placeholder }) => `{${placeholder}}`).join('\n')}\n{user_input}`
    const id = await makeAssistant(bench, `${count} tools`, { tools, template })
    rows.push([count, await cpuPerAnswer(bench, bench.target(id))])
  }
  return { title: 'Tools of an assistant', columns: ['injected tools', 'CPU per answer (ms)'], rows }
}
