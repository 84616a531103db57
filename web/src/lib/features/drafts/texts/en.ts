export const en = {
  draftFound: (when: string, name: string) =>
    name ? `You have unsaved changes to “${name}” from ${when}.` : `You have unsaved changes from ${when}.`,
  restoreDraft: 'Restore unsaved changes',
  discardDraft: 'Discard',
}

export type Texts = typeof en
