export const en = {
  label: 'Organization',
  all: 'All organizations',
  noResults: 'No organizations found',
}

export type Texts = typeof en
