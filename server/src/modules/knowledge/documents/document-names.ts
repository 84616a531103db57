import { KNOWLEDGE_LIMITS, toSafeFileName } from '@bellwether/wire'

/** The last part of a path, without what databases or headers can't contain and what hides its end. */
export function toPlainName(original: string): string {
  const name = toSafeFileName(original.split(/[\\/]/).at(-1) ?? '').trim()
  const plain = withoutHalfPairs(name.slice(0, KNOWLEDGE_LIMITS.fileName))
  return isStep(plain) ? plain : 'document'
}

/** Includes its folders: two files with the same name in different folders are different files. */
export function toFolderName(original: string): string {
  const steps = original.split(/[\\/]/).map((step) => toSafeFileName(step).trim())
  const name = withoutHalfPairs(steps.filter(isStep).join('/').slice(-KNOWLEDGE_LIMITS.fileName))
  // Checked again: truncating can leave `..` or nothing of the first folder.
  return name.split('/').filter(isStep).join('/') || 'document'
}

const isStep = (step: string): boolean => step !== '' && step !== '.' && step !== '..'

/** Databases replace half of a surrogate pair with another character. */
const withoutHalfPairs = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
