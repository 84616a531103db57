export const en = {
  added: 'added: ',
  removed: 'removed: ',
  counts: (added: string, removed: string) => `${added} lines added, ${removed} removed`,
  more: (count: string) => `and ${count} more lines`,
}

export type Texts = typeof en
