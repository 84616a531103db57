import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Assistants',
  multiTitle: 'Multi-tool assistants',
  new: 'New assistant',
  search: 'Search assistants',
  scope: 'Show',
  scopes: {
    mine: 'Mine',
    shared: 'Shared with me',
    published: 'Published',
  },
  kind: 'Type',
  types: {
    all: 'All',
    classic: 'Classic',
    multi_tool: 'Multi-tool',
    orchestrator: 'Orchestrator',
    agent: 'Agent',
  },
  list: 'Assistants',
  count: (count: number) => plural('en', count, { one: '# assistant', other: '# assistants' }),
  noTools: 'No tools',
  toolsOff: (count: number) => plural('en', count, { one: '# tool (off)', other: '# tools (off)' }),
  moreTools: (count: number) => `${count} more`,
  published: 'Published',
  failingTests: (count: number) =>
    plural('en', count, { one: '# test now fails', other: '# tests now fail' }),
  budgetUsedUp: 'Budget used up',
  draft: 'Draft',
  chat: 'Chat',
  activity: 'Activity',
  share: 'Share',
  useModel: 'Use connected model',
  usesModel: (name: string, model: string) => `${name} now uses ${model}`,
  duplicate: 'Duplicate',
  export: 'Export',
  chatWith: (name: string) => `Chat with ${name}`,
  editNamed: (name: string) => `Edit ${name}`,
  confirmDelete: (name: string) => `Delete “${name}”?`,
  confirmDeleteText:
    'This assistant is published, so students lose access right away. You can restore it for 30 days, but not its publication or shares.',
  deleted: (name: string) => `“${name}” was deleted`,
  restored: (name: string) => `“${name}” was restored`,
  duplicated: (name: string) => `“${name}” was created`,
  emptyTitle: 'Create your first assistant',
  emptyText:
    'An assistant combines a prompt, a model and tools: your documents, a rubric, another assistant.',
  ways: {
    files: {
      title: 'Start from files',
      text: 'Drop your course materials and describe what the assistant should help with.',
    },
    multi: {
      title: 'Multi-tool',
      text: 'Any number of tools, each with its own placeholder in the prompt.',
    },
    classic: {
      title: 'Classic',
      text: 'One source: a knowledge base, a rubric or a file.',
    },
  },
  sharedEmptyTitle: 'No shared assistants',
  sharedEmptyText: 'Assistants that colleagues share with you appear here.',
  publishedEmptyTitle: 'No published assistants',
  publishedEmptyText: 'Assistants published in your organization appear here.',
  noMatchesTitle: 'No matching assistants',
  noMatchesText: 'Try another search or type.',
  showAll: 'Show all',
  sharing: {
    title: (name: string) => `Share “${name}”`,
    text: 'Colleagues you add can open the assistant and chat with it. Only you can edit it.',
    person: 'Colleague',
    find: 'Name or e-mail',
    noMatches: 'No colleagues found',
    private: 'Not shared yet. Add a colleague above.',
    remove: (name: string) => `Stop sharing with ${name}`,
    saved: 'Sharing saved',
  },
}

export type Texts = typeof en
