import { KNOWLEDGE_LIMITS } from '@bellwether/wire'

/** The last part of a path, without what a text in a database or a header can't hold. */
export function toPlainName(given: string): string {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim()
  const plain = whole(name.slice(0, KNOWLEDGE_LIMITS.fileName))
  return isStep(plain) ? plain : 'document'
}

/** With the folders that it is in: two of one name in different folders are two files. */
export function toFolderName(given: string): string {
  const steps = given.split(/[\\/]/).map((step) => step.replace(/\p{Cc}/gu, '').trim())
  const name = whole(steps.filter(isStep).join('/').slice(-KNOWLEDGE_LIMITS.fileName))
  // Again: the cut can leave `..` or nothing of the first folder.
  return name.split('/').filter(isStep).join('/') || 'document'
}

const isStep = (step: string): boolean => step !== '' && step !== '.' && step !== '..'

/** Half of an emoji is no text: a database gives back something else in its place. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
