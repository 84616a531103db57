export interface PassagePlace {
  page?: number | null | undefined
  page_end?: number | null | undefined
  slide?: number | null | undefined
  sheet?: string | null | undefined
  time?: string | null | undefined
}

/** How one language names places. */
export interface PlaceWords {
  page: (values: { page: number }) => string
  pages: (values: { first: number; last: number }) => string
  slide: (values: { slide: number }) => string
  sheet: (values: { sheet: string }) => string
}

export const ENGLISH_PLACES: PlaceWords = {
  page: ({ page }) => `page ${page}`,
  pages: ({ first, last }) => `pages ${first}–${last}`,
  slide: ({ slide }) => `slide ${slide}`,
  sheet: ({ sheet }) => `sheet ${sheet}`,
}

/** Such as `pages 3–4`, `sheet Marks` or `00:12:03`; empty if the document has no places. Pure. */
export function placeText(place: PassagePlace, words: PlaceWords = ENGLISH_PLACES): string {
  const { page, page_end: last, slide, sheet, time } = place
  return [
    page == null
      ? ''
      : last == null || last === page
        ? words.page({ page })
        : words.pages({ first: page, last }),
    slide == null ? '' : words.slide({ slide }),
    sheet == null || sheet === '' ? '' : words.sheet({ sheet }),
    time ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ')
}
