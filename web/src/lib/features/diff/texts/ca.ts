import type { Texts } from './en.ts'

export const ca: Texts = {
  added: 'afegida: ',
  removed: 'treta: ',
  counts: (added, removed) => `${added} línies afegides, ${removed} tretes`,
  more: (count) => `i ${count} línies més`,
}
