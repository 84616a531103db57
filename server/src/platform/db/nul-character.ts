import { badRequest } from '../errors.ts'

/** Neither database can keep this character in a text. */
export const nulCharacter = () => badRequest('A text contains the character U+0000, which cannot be kept')
