import type { Texts } from './en.ts'

export const ca: Texts = {
  draftFound: (when: string, name: string) =>
    name ? `Tens canvis sense desar a «${name}», del ${when}.` : `Tens canvis sense desar del ${when}.`,
  restoreDraft: 'Recupera els canvis sense desar',
  discardDraft: 'Descarta',
}
