const MAX_LENGTH = 64
/** Room for a number after a name that is taken. */
const SUFFIX_LENGTH = 4

/** A function name that providers accept, made from any text. Pure. */
export const toFunctionName = (text: string): string => toAccepted(text, MAX_LENGTH - SUFFIX_LENGTH)

/** The same for a name that the model calls: names that it was offered stay the same. Pure. */
export const toCalledName = (text: string): string => toAccepted(text, MAX_LENGTH)

const toAccepted = (text: string, longest: number): string =>
  text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest) || 'tool'
