import type { Texts } from './en.ts'

export const es: Texts = {
  draftFound: (when: string, name: string) =>
    name
      ? `Tienes cambios sin guardar en «${name}», del ${when}.`
      : `Tienes cambios sin guardar del ${when}.`,
  restoreDraft: 'Recuperar los cambios sin guardar',
  discardDraft: 'Descartar',
}
