// Writes texts/types.d.ts from the English texts: a missing text or placeholder does not compile.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeholdersOf, readNamespaces, readTexts, TEXTS } from './texts.mjs'

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
  const placeholders = [...placeholdersOf(text)]
  if (placeholders.length === 0) return 'string'
  return `(values: { ${placeholders.map(([name, type]) => `${name}: ${type}`).join('; ')} }) => string`
}

export function textTypes(folder = TEXTS) {
  const namespaces = readNamespaces(folder).map(
    (namespace) => `  ${namespace}: ${toType(readTexts('en', namespace, folder), '  ')}\n`,
  )
  return `// Made from texts/en by scripts/texts/text-types.mjs. Not edited by hand.\nexport interface Texts {\n${namespaces.join('')}}\n`
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
