import type { Texts } from './en.ts'

export const ca: Texts = {
  draftFound: (when: string) => `Tens canvis sense desar del ${when}.`,
  restoreDraft: 'Recupera els canvis sense desar',
  discardDraft: 'Descarta',
}
