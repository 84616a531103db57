import { existsSync, readFileSync } from 'node:fs'
import type { Texts } from '../../../../texts/types.d.ts'
import type { Language } from '../languages.ts'
import { toTexts } from './to-texts.ts'

/** Beside the built server, or at the top of the repository. */
const FOLDERS = [new URL('texts/', import.meta.url), new URL('../../../../texts/', import.meta.url)]

const read = (language: string, namespace: string) => {
  const file = FOLDERS.map((folder) => new URL(`${language}/${namespace}.json`, folder)).find((one) =>
    existsSync(one),
  )
  return file ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

const loaded = new Map<string, object>()

function texts<Name extends keyof Texts>(name: Name, language: Language): Texts[Name] {
  const key = `${language}/${name}`
  let found = loaded.get(key)
  if (!found) {
    found = toTexts(read('en', name), read(language, name), language)
    loaded.set(key, found)
  }
  return found as Texts[Name]
}

export type ServerTexts = Texts['server']

/** What the server itself says to people: e-mails, pages, answers without a model. */
export const serverTexts = (language: Language): ServerTexts => texts('server', language)

export const starterTexts = (language: Language): Texts['assistants']['starters'] =>
  texts('assistants', language).starters
