import type { Texts } from './en.ts'

export const es: Texts = {
  draftFound: (when: string) => `Tienes cambios sin guardar del ${when}.`,
  restoreDraft: 'Recuperar los cambios sin guardar',
  discardDraft: 'Descartar',
}
