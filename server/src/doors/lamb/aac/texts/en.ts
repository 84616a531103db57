/** What the server itself says in these chats. LAMB's clients show texts as they come. */
export const en = {
  proposed: '**Proposed changes** (not saved yet)',
  howToDecide: 'Reply “accept” to save them, or “reject” to discard them.',
  before: 'Before:',
  after: 'After:',
  empty: '(empty)',
  left: (count: number) => `… (${count} characters not shown)`,
  noProposal: 'There is no open proposal.',
  saved: (id: number | null) => `Saved as assistant ${id}.`,
  rejected: 'The proposal was rejected. Nothing was saved.',
  skills: {
    'about-lamb': {
      name: 'Ask about the platform',
      description: 'Get answers about how this platform works',
    },
    'create-assistant': {
      name: 'Create an assistant',
      description: 'Build a new assistant step by step',
    },
    'improve-assistant': {
      name: 'Improve an assistant',
      description: 'Review the prompts, tools and model of an assistant',
    },
    'test-and-evaluate': {
      name: 'Test an assistant',
      description: 'Run the tests of an assistant and explain the results',
    },
    'explain-assistant': {
      name: 'Explain an assistant',
      description: 'Explain how an assistant works: its prompts, tools and model',
    },
    'explain-answer': {
      name: 'Explain an answer',
      description: 'Explain what happened in the last answer of an assistant',
    },
  },
}

export type AacTexts = typeof en
