import type { TestCheck, TestDraft } from '@bellwether/wire'
import { TEST_LIMITS } from '@bellwether/wire/assistants/assistant-limits'
import { newTest } from './tests.ts'

export interface ChatMessage {
  id: number
  role: 'user' | 'assistant'
  text: string
  sources: readonly { title: string; isRubric: boolean }[]
}

/**
 * A test of a question with the conversation before it. If the answer had sources, a good one cites the first of them. Pure.
 */
export function testOf(messages: readonly ChatMessage[], question: ChatMessage): TestDraft {
  const at = messages.findIndex(({ id }) => id === question.id)
  const conversation = messages.slice(0, at + 1).filter(({ text }) => text !== '')
  const [source] = messages[at + 1]?.sources.filter(({ isRubric }) => !isRubric) ?? []
  const checks: TestCheck[] = source ? [{ kind: 'cites', document: source.title }] : []
  const recent = conversation.slice(-TEST_LIMITS.messages)
  return {
    ...newTest(question.text, checks),
    kind: recent.length > 1 ? 'multi_turn' : 'single_turn',
    messages: recent.map(({ role, text }) => ({ role, content: text })),
  }
}
