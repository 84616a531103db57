export const en = {
  label: 'Organization',
  all: 'All organizations',
  none: 'No organization of that name',
}

export type Texts = typeof en
