import { plural } from '$lib/i18n/plural.ts'

export const en = {
  conversation: 'Conversation',
  you: 'You',
  assistant: 'Assistant',
  ask: 'Ask as a student would…',
  question: 'Your question',
  send: 'Send',
  stop: 'Stop',
  again: 'Ask again',
  clear: 'New conversation',
  suggestions: 'Suggested questions',
  thinking: 'Reading the question…',
  writing: 'Writing…',
  stopped: 'Stopped',
  steps: (count: number) => plural('en', count, { one: '# step', other: '# steps' }),
  failedStep: 'brought nothing',
  using: (tool: string) => `${tool}…`,
  source: (n: number) => `Source ${n}`,
  sources: 'Sources',
  page: (page: number) => `p. ${page}`,
  slide: (slide: number) => `slide ${slide}`,
  open: 'Open the document here',
  unsupported: (count: number) =>
    plural('en', count, {
      one: 'One sentence has no support in your material.',
      other: '# sentences have no support in your material.',
    }),
  unsupportedMark: 'No support in the material',
  picture: 'Picture elsewhere',
  copy: 'Copy the answer',
  copied: 'Copied',
  failedTitle: 'The answer did not come',
  notAllowedTitle: 'This assistant is not open to you',
  notAllowed: 'It may not be published yet, or it was taken back. Ask whoever gave you the address.',
  startTitle: 'Ask your first question',
}

export type Texts = typeof en
