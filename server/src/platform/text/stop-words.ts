import { stopwords as arabic } from '@orama/stopwords/arabic'
import { stopwords as dutch } from '@orama/stopwords/dutch'
import { stopwords as english } from '@orama/stopwords/english'
import { stopwords as french } from '@orama/stopwords/french'
import { stopwords as german } from '@orama/stopwords/german'
import { stopwords as greek } from '@orama/stopwords/greek'
import { stopwords as italian } from '@orama/stopwords/italian'
import { stopwords as portuguese } from '@orama/stopwords/portuguese'
import { stopwords as romanian } from '@orama/stopwords/romanian'
import { stopwords as russian } from '@orama/stopwords/russian'
import { stopwords as spanish } from '@orama/stopwords/spanish'
import { stopwords as swedish } from '@orama/stopwords/swedish'
import { stopwords as turkish } from '@orama/stopwords/turkish'
import { cat, eus, heb, hin, pol, vie } from 'stopword'
import { withoutAccents } from './words.ts'

const LISTS = {
  en: english,
  es: spanish,
  ca: cat,
  eu: eus,
  fr: french,
  de: german,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ro: romanian,
  sv: swedish,
  pl: pol,
  tr: turkish,
  ru: russian,
  el: greek,
  ar: arabic,
  he: heb,
  hi: hin,
  vi: vie,
}

export type StoppedLanguage = keyof typeof LISTS

/** Pieces that an apostrophe separates are words of their own here, too. */
const toSet = (list: readonly string[]): ReadonlySet<string> =>
  new Set(list.flatMap((word) => withoutAccents(word.toLowerCase()).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []))

/** Words that don't say what a text is about. Also used to detect the language. Without accents, as words are compared. */
export const STOP_WORDS = Object.fromEntries(
  Object.entries(LISTS).map(([language, list]) => [language, toSet(list)]),
) as Readonly<Record<StoppedLanguage, ReadonlySet<string>>>
