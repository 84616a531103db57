import { plural } from '$lib/i18n/plural.ts'

export const en = {
  askTitle: 'Show your name to your teachers?',
  askText:
    'Your teachers can read this chat to improve the assistant. If you agree, they see your name; otherwise, a pseudonym. You can change this at any time under Account.',
  agree: 'Show my name',
  disagree: 'Don’t show my name',
  readNamed: 'Your teachers can read this chat, with your name. You can hide individual questions.',
  readPseudonymous: 'Your teachers can read this chat, without your name. You can hide individual questions.',
  chats: 'Privacy of your chats',
  chatsText: 'What people who build assistants see of your chats with them.',
  own: {
    off: 'No one else reads your chats. Educators see only figures.',
    pseudonymous:
      'Educators can read chats with their assistants, under a pseudonym. You can hide individual questions in the chat.',
    named:
      'Educators can read chats with their assistants. They see your name only if you agree. You can hide individual questions in the chat.',
  },
  showName: 'Show my name to educators',
  consentSaved: 'Saved',
  kept: (days: number) =>
    plural('en', days, {
      one: 'Chats are deleted after # day without use.',
      other: 'Chats are deleted after # days without use.',
    }),
  data: 'Your data',
  dataText: 'Download everything that is stored about you, or delete it with your account.',
  download: 'Download my data',
  deleteAccount: 'Delete my account',
  deleteTitle: 'Delete your account?',
  deleteText:
    'Your account, chats, ratings and memories are deleted permanently. Hand over the content you own first.',
  confirmEmail: (email: string) => `Enter ${email} to confirm`,
  conversations: 'Conversations',
  conversationsText:
    'What educators see of conversations with their assistants. Chats that start while only figures are shown stay private.',
  policy: 'Educators see',
  policies: {
    off: 'Figures only',
    pseudonymous: 'Conversations without names',
    named: 'Names of people who agree',
  },
  chatDays: 'Days to keep unused chats',
  chatDaysHint: 'Enter 0 to keep them forever.',
  memberData: 'Download data',
}

export type Texts = typeof en
