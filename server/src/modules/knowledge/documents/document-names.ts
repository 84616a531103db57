import { KNOWLEDGE_LIMITS } from '@bellwether/wire'

/** The last part of a path, without what a text in a database or a header can't hold. */
export function toPlainName(given: string): string {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim()
  return whole(name.slice(0, KNOWLEDGE_LIMITS.fileName)) || 'document'
}

/** With the folders that it is in: two of one name in different folders are two files. */
export function toFolderName(given: string): string {
  const steps = given.split(/[\\/]/).map((step) => step.replace(/\p{Cc}/gu, '').trim())
  const name = steps.filter((step) => step !== '' && step !== '.' && step !== '..').join('/')
  return whole(name.slice(-KNOWLEDGE_LIMITS.fileName)) || 'document'
}

/** Half of an emoji is no text: a database gives back something else in its place. */
const whole = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
