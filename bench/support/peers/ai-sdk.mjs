// The same work with the Vercel AI SDK: three tools, template, stream, usage.
import { createServer } from 'node:http'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { streamText } from 'ai'
import { handle, record } from './work.mjs'

const provider = createOpenAICompatible({
  name: 'bench',
  baseURL: `${process.env.UPSTREAM}/v1`,
  includeUsage: true,
})
const model = provider(process.env.MODEL)
const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({ object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })}\n\n`

const server = createServer(
  handle(async (messages, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
    const result = streamText({ model, messages, allowSystemInMessages: true })
    for await (const content of result.textStream) outgoing.write(chunk({ content }))
    const { inputTokens = 0, outputTokens = 0 } = await result.usage
    record(inputTokens, outputTokens)
    outgoing.end(`${chunk({}, 'stop')}data: [DONE]\n\n`)
  }),
)
server.keepAliveTimeout = 60_000
server.listen(Number(process.env.PORT), '127.0.0.1', 4096)
