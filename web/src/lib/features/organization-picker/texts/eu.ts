import type { Texts } from './en.ts'

export const eu: Texts = {
  label: 'Erakundea',
  all: 'Erakunde guztiak',
  noResults: 'Ez da erakunderik aurkitu',
}
