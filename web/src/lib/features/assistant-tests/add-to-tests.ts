import type { TestDraft } from '@bellwether/wire'
import { goto } from '$app/navigation'
import { testsTexts } from '$lib/texts/tests.ts'
import { toasts } from '$ui/feedback/toasts.svelte.ts'
import { tryWithToast } from '$ui/feedback/try-with-toast.ts'
import { type ChatMessage, testOf } from './test-of-question.ts'
import { addTest } from './tests.ts'

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
