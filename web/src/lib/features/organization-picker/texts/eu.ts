import type { Texts } from './en.ts'

export const eu: Texts = {
  label: 'Erakundea',
  all: 'Erakunde guztiak',
  none: 'Ez dago izen horretako erakunderik',
}
