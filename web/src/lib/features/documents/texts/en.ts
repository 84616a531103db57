export const en = {
  view: 'View',
  tabs: { text: 'Text', page: 'Original page' },
  page: (page: number) => `Page ${page}`,
  slide: (slide: number) => `Slide ${slide}`,
  pages: (first: number, last: number) => `Pages ${first}–${last}`,
  sheet: (sheet: string) => `Sheet ${sheet}`,
  original: 'Open original',
  cited: 'Cited passage: ',
  onlyAround: 'Only the cited passage and the text around it are shown.',
  earlier: (count: string) => `Show earlier passages (${count})`,
  later: (count: string) => `Show later passages (${count})`,
  previous: 'Previous page',
  next: 'Next page',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  pageImage: (page: string) => `Page ${page} of the original. Its text is in the “Text” tab.`,
}

export type Texts = typeof en
