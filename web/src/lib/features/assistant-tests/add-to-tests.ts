import type { TestCheck, TestDraft } from '@bellwether/wire'
import { TEST_LIMITS } from '@bellwether/wire/assistants/assistant-limits'
import { goto } from '$app/navigation'
import { testsTexts } from '$lib/texts/tests.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { addTest, newTest } from './tests.ts'

/** Saves a test and offers to open the list. */
export async function addToTests(assistant: number, draft: TestDraft): Promise<void> {
  if (!(await tryWithToast(() => addTest(assistant, draft)))) return
  const { added, openTests } = testsTexts().tests
  toasts.success(added, { label: openTests, act: () => void goto(`/assistants/${assistant}/tests`) })
}

/** The same for a question of a chat, with the conversation before it. */
export const addQuestionToTests = (
  assistant: number,
  messages: readonly ChatMessage[],
  question: ChatMessage,
): Promise<void> => addToTests(assistant, testOf(messages, question))

interface ChatMessage {
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
