// A provider for the benchmark: OpenAI's wire, answers prepared in advance so that it costs as little as possible.
//   burst-N       N tokens at once
//   paced-NxM     N tokens, one every M ms
//   calls-T       T turns of two function calls each, then 100 tokens
import { createServer } from 'node:http'

const port = Number(process.env.PORT ?? 9100)
const words = ['every', 'answer', 'names', 'the', 'page', 'on', 'which', 'it', 'rests', 'and', 'why']
const sse = (payload) => `data: ${JSON.stringify(payload)}\n\n`
const chunk = (model, delta, finish = null) => ({
  id: 'chatcmpl-bench',
  object: 'chat.completion.chunk',
  created: 1700000000,
  model,
  system_fingerprint: 'fp_bench',
  choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
})

const answers = new Map()
function answerOf(model) {
  let answer = answers.get(model)
  if (answer) return answer
  const [, kind, count, delay] = /^(burst|paced)-(\d+)(?:x(\d+))?$/.exec(model) ?? [
    undefined,
    'burst',
    '100',
    '0',
  ]
  const tokens = Array.from({ length: Number(count) }, (_, at) => ` ${words[at % words.length]}`)
  const events = [sse(chunk(model, { role: 'assistant', content: '', refusal: null }))]
  for (const token of tokens) events.push(sse(chunk(model, { content: token })))
  const usage = { prompt_tokens: 60, completion_tokens: tokens.length, total_tokens: 60 + tokens.length }
  const end = [
    sse(chunk(model, {}, 'stop')),
    sse({ ...chunk(model, {}), choices: [], usage }),
    'data: [DONE]\n\n',
  ]
  // Each event in an HTTP chunk of its own, as real providers send them.
  const framed = (list) =>
    Buffer.from(list.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join(''))
  answer = {
    delay: kind === 'paced' ? Number(delay) : 0,
    events: events.map((event) => framed([event])),
    whole: Buffer.concat([framed([...events, ...end]), Buffer.from('0\r\n\r\n')]),
    end: Buffer.concat([framed(end), Buffer.from('0\r\n\r\n')]),
  }
  answers.set(model, answer)
  return answer
}

/** Calls the first two functions that it is offered, until it has done so often enough. */
function answerTo({ model, messages, tools = [] }) {
  const turns = Number(/^calls-(\d+)$/.exec(model)?.[1] ?? 0)
  const results = messages.filter((message) => message.role === 'tool').length
  if (results >= turns * 2 || tools.length < 2) return answerOf(turns > 0 ? 'burst-100' : model)
  const key = `${model}:${tools.map((tool) => tool.function.name)}`
  let answer = answers.get(key)
  if (!answer) {
    answer = { delay: 0, events: [], whole: wholeOf(callsOf(model, tools), model), end: Buffer.alloc(0) }
    answers.set(key, answer)
  }
  return answer
}
const callsOf = (model, tools) =>
  tools.slice(0, 2).flatMap((tool, index) => {
    const call = {
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name: tool.function.name, arguments: '' },
    }
    const toolCall = { index, function: { arguments: JSON.stringify({ query: process.env.QUERY }) } }
    return [sse(chunk(model, { tool_calls: [call] })), sse(chunk(model, { tool_calls: [toolCall] }))]
  })
const wholeOf = (events, model) => {
  const list = [...events, sse(chunk(model, {}, 'tool_calls')), 'data: [DONE]\n\n']
  const framed = list.map((text) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`).join('')
  return Buffer.from(`${framed}0\r\n\r\n`)
}

let open = 0
const server = createServer((request, response) => {
  if (request.url === '/open') return void response.end(String(open))
  // The server asks for the list of models when an assistant is saved.
  if (request.method === 'GET') return void response.writeHead(404).end()
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const answer = answerTo(JSON.parse(Buffer.concat(parts)))
    response.writeHead(200, { 'content-type': 'text/event-stream', 'transfer-encoding': 'chunked' })
    response.chunkedEncoding = false
    if (answer.delay === 0) return void response.end(answer.whole)
    open++
    let at = 0
    const timer = setInterval(() => {
      if (at < answer.events.length) response.write(answer.events[at++])
      else {
        clearInterval(timer)
        response.end(answer.end)
      }
    }, answer.delay)
    response.on('close', () => {
      clearInterval(timer)
      open--
    })
  })
})
server.on('connection', (socket) => socket.setNoDelay(true))
server.keepAliveTimeout = 60_000
server.listen(port, '127.0.0.1', 4096, () => console.log('ready'))
