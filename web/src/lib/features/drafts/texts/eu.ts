import type { Texts } from './en.ts'

export const eu: Texts = {
  draftFound: (when: string, name: string) =>
    name ? `Gorde gabeko aldaketak dituzu: «${name}» (${when}).` : `Gorde gabeko aldaketak dituzu (${when}).`,
  restoreDraft: 'Berreskuratu gorde gabeko aldaketak',
  discardDraft: 'Baztertu',
}
