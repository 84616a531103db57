import { expect, vi } from 'vitest'
import { makePerson } from '../class-links/class-links.testing.ts'
import type { TestApp } from '../harness/test-app.ts'

export const MATERIAL = {
  'photosynthesis.txt':
    'Photosynthesis is the process by which green plants turn light into chemical energy. Chlorophyll in the leaves absorbs red and blue light and reflects green light.',
  'mitosis.txt':
    'Mitosis is the division of a cell nucleus. The phases of mitosis are prophase, metaphase, anaphase and telophase.',
  'glaciers.txt': 'Glaciers are large bodies of ice that move slowly. A moraine is the debris they leave.',
}

/** An educator with a knowledge base and a published assistant that quotes it, without a model. */
export async function makeClassroom(app: TestApp, admin: string, educatorName = 'elena') {
  const educator = await makePerson(app, admin, educatorName)
  const base: string = (
    await app.call('POST', '/knowledge-bases', educator, { name: `Biology of ${educatorName}` })
  ).body.id
  const form = new FormData()
  for (const [name, text] of Object.entries(MATERIAL)) form.append('files', new File([text], name))
  const added = await app.call('POST', `/knowledge-bases/${base}/files`, educator, form)
  const files: Record<string, string> = {}
  for (const { id, name } of added.body.files) files[name] = id
  for (const file of Object.values(files))
    await vi.waitFor(async () => {
      const { body } = await app.call('GET', `/knowledge-bases/${base}/files/${file}`, educator)
      expect(body.status).toBe('completed')
    }, 20_000)
  const assistant = await app.makeAssistant(educator, {
    name: `Biology tutor of ${educatorName}`,
    RAG_collections: base,
    RAG_Top_k: 3,
    prompt_template: '{context}\n{user_input}',
    metadata: { connector: 'quotes', llm: 'quotes', rag_processor: 'simple_rag' },
  })
  const published = await app.call('POST', `/assistants/${assistant}/publish`, educator, {
    publish_status: true,
  })
  expect(published.status).toBeLessThan(300)
  return { educator, base, files, assistant }
}

export type Classroom = Awaited<ReturnType<typeof makeClassroom>>

/** Asks in a new chat, or in the given one. */
export async function askAs(
  app: TestApp,
  token: string,
  assistant: number,
  question: string,
  chatId?: string,
) {
  const response = await app.call('POST', `/creator/assistant/${assistant}/chat/completions`, token, {
    messages: [{ role: 'user', content: question }],
    ...(chatId ? { chat_id: chatId } : {}),
  })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return {
    chat: response.body.chat_id as string,
    question: response.headers.get('x-question-id') ?? '',
    answer: response.body.message_id as string,
    body: response.body,
  }
}

export const makeStudents = async (app: TestApp, admin: string, names: readonly string[]) => {
  const students: Record<string, string> = {}
  for (const name of names) students[name] = await makePerson(app, admin, name, { user_type: 'end_user' })
  return students
}
