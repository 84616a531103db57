import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Assistants',
  multiTitle: 'Multi-tool assistants',
  new: 'New assistant',
  search: 'Search assistants',
  whose: 'Whose',
  scopes: {
    mine: 'Mine',
    shared: 'Shared with me',
    published: 'Published',
  },
  kind: 'Type',
  types: {
    all: 'All',
    classic: 'Classic',
    multi_tool: 'Multi-Tool',
    orchestrator: 'Orchestrator',
    agent: 'Agent',
  },
  list: 'Assistants',
  count: (count: number) => plural('en', count, { one: '# assistant', other: '# assistants' }),
  noTools: 'No tools',
  moreTools: (count: number) => `${count} more`,
  published: 'Published',
  draft: 'Draft',
  chat: 'Chat',
  share: 'Share',
  useModel: 'Use the model now',
  usesModel: (name: string, model: string) => `${name} now uses ${model}`,
  duplicate: 'Duplicate',
  export: 'Export',
  moreFor: (name: string) => `More for ${name}`,
  chatWith: (name: string) => `Chat with ${name}`,
  editOne: (name: string) => `Edit ${name}`,
  confirmDelete: (name: string) => `Delete “${name}”?`,
  confirmDeleteText:
    'It is published: students lose it at once. It can be brought back for 30 days, but not its publication and shares.',
  deleted: (name: string) => `“${name}” was deleted`,
  restored: (name: string) => `“${name}” is back`,
  duplicated: (name: string) => `Made “${name}”`,
  emptyTitle: 'Your first assistant',
  emptyText:
    'An assistant is a purpose, a model and the tools it works with: your documents, a rubric, another assistant.',
  ways: {
    files: {
      title: 'From files and a sentence',
      text: 'Drop what your course reads; say what it should help with.',
    },
    multi: {
      title: 'Multi-Tool',
      text: 'Several tools at once, each in its own place in the prompt.',
    },
    classic: {
      title: 'Classic',
      text: 'One source: a knowledge base, a rubric or a file.',
    },
  },
  sharedEmptyTitle: 'Nobody has shared an assistant with you',
  sharedEmptyText: 'When a colleague shares one, it appears here.',
  publishedEmptyTitle: 'Nothing is published yet',
  publishedEmptyText: 'Assistants that your organization publishes to students appear here.',
  noneTitle: 'No assistant fits',
  noneText: 'Try other words or another type.',
  showAll: 'Show all',
  sharing: {
    title: (name: string) => `Share “${name}”`,
    text: 'Colleagues you name can open it and chat with it. Only you can change it.',
    person: 'Colleague',
    find: 'Name or e-mail',
    nobody: 'Nobody of that name',
    withNobody: 'Not shared with anybody yet.',
    remove: (name: string) => `Stop sharing with ${name}`,
    saved: 'Sharing saved',
  },
}

export type Texts = typeof en
