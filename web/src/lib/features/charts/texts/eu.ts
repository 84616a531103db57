import type { Texts } from './en.ts'

export const eu: Texts = {
  save: 'Gorde grafikoa',
  png: 'Gorde PNG gisa',
  svg: 'Gorde SVG gisa',
  keys: 'Erabili gezi-teklak balioak irakurtzeko.',
}
