export const en = {
  view: 'How to show it',
  tabs: { text: 'Text', page: 'Original page' },
  page: (page: number) => `Page ${page}`,
  slide: (slide: number) => `Slide ${slide}`,
  original: 'Open the original',
  cited: 'Cited passage: ',
  onlyAround: 'You see the cited passage and what stands around it.',
  earlier: (count: string) => `Show earlier passages (${count})`,
  later: (count: string) => `Show later passages (${count})`,
  previous: 'Previous page',
  next: 'Next page',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  picture: (page: string) => `Page ${page} as it was uploaded; its words are under “Text”`,
}

export type Texts = typeof en
