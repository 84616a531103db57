import { plural } from '$lib/i18n/plural.ts'

export const en = {
  title: 'Memories',
  text: 'What assistants keep of you for later conversations. Nobody else sees it; what you delete is gone.',
  emptyTitle: 'No assistant remembers anything of you',
  emptyText:
    'Some assistants keep facts such as “prefers examples in Python”, so that you need not say them again. They appear here.',
  count: (count: number) => plural('en', count, { one: '# fact', other: '# facts' }),
  listOf: (name: string) => `What ${name} remembers`,
  forget: (fact: string) => `Forget “${fact}”`,
  forgotten: 'It was forgotten',
  forgetAssistant: 'Forget all of it',
  forgetAssistantOf: (name: string) => `Forget all of it: ${name}`,
  confirmAssistant: (name: string) => `Forget all that ${name} remembers of you?`,
  forgetAll: 'Forget everything',
  confirmAll: 'Forget everything that assistants remember of you?',
  confirmText: 'This can’t be undone. Your chats stay as they are.',
  confirm: 'Forget',
  allForgotten: (count: number) =>
    plural('en', count, { one: '# fact was forgotten', other: '# facts were forgotten' }),
  newest: (shown: string, total: string) => `The newest ${shown} of ${total} are shown.`,
}

export type Texts = typeof en
