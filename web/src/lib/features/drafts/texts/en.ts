export const en = {
  draftFound: (when: string) => `You have unsaved changes from ${when}.`,
  restoreDraft: 'Restore unsaved changes',
  discardDraft: 'Discard',
}

export type Texts = typeof en
