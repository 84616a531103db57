import type { Texts } from './en.ts'

export const eu: Texts = {
  added: 'gehituta: ',
  removed: 'kenduta: ',
  counts: (added, removed) => `${added} lerro gehituta, ${removed} kenduta`,
  more: (count) => `eta beste ${count} lerro`,
}
