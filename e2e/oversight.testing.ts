import { expect } from 'vitest'
import type { FakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, expectAccessible, type Journey } from './browser.ts'
import { post } from './server-process.ts'

/** Waits longer, because the machine may be busy. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })

/** A server that uses the scripted models. */
export const modelsOf = (upstream: FakeUpstream) => ({
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  OPENAI_API_KEY: 'sk-test',
  OPENAI_BASE_URL: upstream.url,
})

export const askOnce = async (journey: Journey, assistant: number) =>
  post(
    `${journey.server.url}/creator/assistant/${assistant}/chat/completions`,
    { messages: [{ role: 'user', content: 'Is this fair?' }] },
    await journey.token(),
  )

/** An assistant with the memory tool. */
export async function makeRememberer(journey: Journey, name: string, llm: string): Promise<number> {
  const draft = assistantOf(name, 'multi_tool')
  const tools = [{ type: 'remember', use: 'call', enabled: true, config: {} }]
  Object.assign(draft.metadata, { connector: 'openai', llm, tools })
  return (await journey.call('POST', '/assistants', draft)).id
}

/** Each page shows an error when the server is unreachable, and can retry. */
export async function expectSaysTrouble(
  journey: Journey,
  pages: readonly (readonly [path: string, asked: string])[],
): Promise<void> {
  const { page } = await journey.openSignedIn('/account')
  for (const [path, asked] of pages) {
    await page.route(asked, (route) => route.abort())
    await page.goto(path)
    await page.getByText('Can’t reach the server').waitFor()
    await expectAccessible(page)
    await page.unroute(asked)
    await page.getByRole('button', { name: 'Try again' }).click()
    await eventually(() => page.getByText('Can’t reach the server').count()).toBe(0)
  }
}
