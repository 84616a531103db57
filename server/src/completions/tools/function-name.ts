const LONGEST = 64
/** For a number behind a name that is taken. */
const ROOM = 4

/** What providers accept as the name of a function, made of any text. Pure. */
export const toFunctionName = (text: string): string => toAccepted(text, LONGEST - ROOM)

/** The same for what a model calls: what it was offered comes back as it is. Pure. */
export const toCalledName = (text: string): string => toAccepted(text, LONGEST)

const toAccepted = (text: string, longest: number): string =>
  text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest) || 'tool'
