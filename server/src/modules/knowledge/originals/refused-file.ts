import type { Message } from '@bellwether/wire'
import { AppError } from '../../../platform/errors.ts'

/** This file can't be added. The other files of the upload can. */
export class RefusedFile extends AppError {
  readonly reason: Message

  constructor(reason: Message, code: 'bad_request' | 'too_large' = 'bad_request') {
    super(code, reason)
    this.reason = reason
  }
}
