import type { Script } from '../harness/fake-upstream.ts'
import { calls, says } from '../harness/fake-upstream.ts'
import type { TestApp } from '../harness/test-app.ts'

/** A session with a message and an open proposal. */
export async function addCreationSession(app: TestApp, token: string, assistantId: number) {
  const { body } = await app.call('POST', '/creation-sessions', token, { assistant_id: assistantId })
  const { db } = app.app.services
  const at = { session_id: body.id, created_at: 1 }
  await db
    .insertInto('creation_messages')
    .values({ ...at, role: 'user', content: body.title, trace_id: null })
    .execute()
  const { id: proposal } = await db
    .insertInto('creation_proposals')
    .values({
      ...at,
      summary: body.title,
      fields: JSON.stringify({ greeting: 'Changed' }),
      changes: JSON.stringify([{ field: 'metadata.greeting', from: null, to: 'Changed' }]),
      warnings: '[]',
      base_version: 1,
      decided_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: body.id as string, proposal }
}

/** A model that makes these calls one after the other, then speaks. */
export const callsThenSays = (
  steps: readonly [name: string, input: object][],
  ...words: string[]
): Script => {
  let at = 0
  return (response, seen) => {
    const step = steps[at++]
    return (step ? calls(...step) : says(...words))(response, seen)
  }
}

/** The results of the tools in a request to the provider. */
export const resultsOf = ({ body }: { body: Record<string, unknown> }): string[] =>
  (body['messages'] as { role: string; content: string }[])
    .filter(({ role }) => role === 'tool')
    .map(({ content }) => content)

/** The text of an answer streamed in OpenAI's format. */
export const textIn = (stream: string): string =>
  stream
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice('data: '.length)))
    .map((chunk) => chunk.choices?.[0]?.delta?.content ?? '')
    .join('')
