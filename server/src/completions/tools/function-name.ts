const MAX_LENGTH = 64
/** Reserved for a number after a name that is taken. */
const SUFFIX_LENGTH = 4

/** Makes a function name that providers accept from any text. Pure. */
export const toFunctionName = (text: string): string => toAccepted(text, MAX_LENGTH - SUFFIX_LENGTH)

/** Normalizes a name that the model calls. Names that it was offered stay the same. Pure. */
export const toCalledName = (text: string): string => toAccepted(text, MAX_LENGTH)

const toAccepted = (text: string, longest: number): string =>
  text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest) || 'tool'
