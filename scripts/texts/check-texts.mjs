// npm run texts: what each language lacks, has too much, has word for word as in English, or fills in differently.
// The check only asks that English is complete and that no other language breaks a text; --all lists
// everything. A release asks that all languages are complete.
import { flatten, parseText, placeholdersOf, readLanguages, readNamespaces, readTexts } from './texts.mjs'

/** @param {string} [folder] */
export function findTextFaults(folder) {
  const faults = []
  for (const namespace of readNamespaces(folder)) {
    const english = new Map(flatten(readTexts('en', namespace, folder)))
    for (const language of readLanguages(folder)) {
      const report = (kind, key) => faults.push({ kind, language, text: `${namespace}.${key}` })
      const texts = new Map(flatten(readTexts(language, namespace, folder)))
      for (const [key, text] of texts) {
        const original = english.get(key)
        if (original === undefined) report('superfluous', key)
        else if (!isReadable(text)) report('unreadable', key)
        else if (namesIn(text) !== namesIn(original)) report('placeholders', key)
        else if (language !== 'en' && text === original && /\p{L}{3}/u.test(text)) report('identical', key)
      }
      for (const key of english.keys()) if (!texts.get(key)) report('missing', key)
    }
  }
  return faults
}

const namesIn = (text) => [...placeholdersOf(text).keys()].sort().join()

function isReadable(text) {
  try {
    parseText(text)
    return true
  } catch {
    return false
  }
}

/** Words that are the same in two languages are no fault. */
const ALWAYS = new Set(['unreadable', 'placeholders', 'superfluous'])

if (process.argv[1]?.endsWith('check-texts.mjs')) {
  const isAll = process.argv.includes('--all')
  const faults = findTextFaults()
  const failing = faults.filter(
    ({ kind, language }) => ALWAYS.has(kind) || (language === 'en' && kind === 'missing'),
  )
  for (const { kind, language, text } of isAll ? faults : failing) console.log(`${language} ${kind}: ${text}`)
  if (isAll)
    for (const language of readLanguages()) {
      const own = faults.filter((fault) => fault.language === language)
      const count = (kind) => own.filter((fault) => fault.kind === kind).length
      console.log(
        `${language}: ${count('missing')} missing, ${count('superfluous')} superfluous, ${count('placeholders') + count('unreadable')} broken, ${count('identical')} as in English`,
      )
    }
  if (failing.length > 0) process.exitCode = 1
  else console.log('texts: ok')
}
