import { say } from '@bellwether/wire'
import { badRequest } from '../errors.ts'

/** Neither database can store this character in a text. */
export const nulCharacter = () => badRequest(say('requests.nul_character'))
