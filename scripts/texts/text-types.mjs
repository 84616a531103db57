// Writes texts/types.d.ts from the English texts: a missing text or placeholder does not compile.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { flatten, placeholdersOf, readNamespaces, readTexts, TEXTS } from './texts.mjs'

const toType = (texts, indent) => {
  const lines = Object.entries(texts).map(([key, value]) => {
    const type = typeof value === 'string' ? typeOfText(value) : toType(value, `${indent}  `)
    return `${indent}  ${toComment(value)}${JSON.stringify(key)}: ${type}\n`
  })
  return `{\n${lines.join('')}${indent}}`
}

/** Editors show the English text. */
const toComment = (value) => (typeof value === 'string' ? `/** ${value.replaceAll('*/', '*\\/')} */ ` : '')

function typeOfText(text) {
  return placeholdersOf(text).size === 0 ? 'string' : `(values: ${toValues(text, ANY)}) => string`
}

const ANY = 'string | number'
const toValues = (text, any) =>
  `{ ${[...placeholdersOf(text)].map(([name, type]) => `${name}: ${type === ANY ? any : type}`).join('; ')} }`

export function textTypes(folder = TEXTS) {
  const namespaces = readNamespaces(folder).map(
    (namespace) => `  ${namespace}: ${toType(readTexts('en', namespace, folder), '  ')}\n`,
  )
  const messages = flatten(readTexts('en', 'messages', folder)).map(
    ([code, text]) => `  ${toComment(text)}${JSON.stringify(code)}: ${toValues(text, 'Param')}\n`,
  )
  return `// Made from texts/en by scripts/texts/text-types.mjs. Not edited by hand.\nexport interface Texts {\n${namespaces.join('')}}\n/** The values of the server's messages, by code. */\nexport interface MessageValues<Param> {\n${messages.join('')}}\n`
}

/** Only if they changed, so that nothing is checked again in vain. */
export function writeTextTypes(folder = TEXTS) {
  const file = join(folder, 'types.d.ts')
  const types = textTypes(folder)
  if (read(file) !== types) writeFileSync(file, types)
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
