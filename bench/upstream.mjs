// A provider for the benchmark: OpenAI's wire, answers prepared in advance so that it costs as little as possible.
//   burst-N       N tokens at once
//   paced-NxM     N tokens, one every M ms
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

const known = new Map()
function answerOf(model) {
  let answer = known.get(model)
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
  known.set(model, answer)
  return answer
}

let open = 0
const server = createServer((request, response) => {
  if (request.url === '/open') return void response.end(String(open))
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => {
    const answer = answerOf(JSON.parse(Buffer.concat(parts)).model)
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
