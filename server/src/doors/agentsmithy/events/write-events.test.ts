import { expect, it, vi } from 'vitest'
import { chunkOf, frameOf } from '../../../../test/harness/fake-upstream.ts'
import { eventsIn, openAgent, typesOf } from '../agentsmithy.testing.ts'

it('an answer that is cut off when the server stops sends an error, then done', async () => {
  const agent = await openAgent({ SHUTDOWN_DEADLINE_MS: '200' })
  agent.upstream.answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frameOf(chunkOf({ content: 'Once upon' })))
  })
  const response = await agent.client.open('Tell me')
  const text = response.text()
  await vi.waitFor(() => expect(agent.upstream.open()).toBe(1))
  await agent.stop()
  const events = eventsIn(await text)
  expect(typesOf(events)).toEqual(['user', 'chat_start', 'chat', 'chat_end', 'error', 'done'])
  expect(events.at(-2).error).toContain('shutting down')
})
