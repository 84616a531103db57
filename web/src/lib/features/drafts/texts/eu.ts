import type { Texts } from './en.ts'

export const eu: Texts = {
  draftFound: (when: string) => `Gorde gabeko aldaketak dituzu (${when}).`,
  restoreDraft: 'Berreskuratu gorde gabeko aldaketak',
  discardDraft: 'Baztertu',
}
