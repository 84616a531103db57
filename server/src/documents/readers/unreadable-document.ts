import { type Message, say } from '@bellwether/wire'

/** Why a file has no text. */
export type UnreadableCode =
  | 'needs_ocr'
  | 'needs_password'
  | 'wrong_password'
  | 'corrupt'
  | 'empty'
  | 'unsupported'
  | 'too_large'
  | 'too_many_pages'
  | 'expands_too_much'
  | 'took_too_long'
  | 'reader_ended'

/** A file that can't be read. The message is for the person who uploaded it and says what to do. */
export class UnreadableDocument extends Error {
  readonly code: UnreadableCode
  readonly userMessage: Message

  constructor(code: UnreadableCode, message: Message, cause?: unknown) {
    super(message.text, cause === undefined ? undefined : { cause })
    this.name = 'UnreadableDocument'
    this.code = code
    this.userMessage = message
  }
}

export const isUnreadable = (error: unknown): error is UnreadableDocument =>
  error instanceof UnreadableDocument

export const corrupt = (cause?: unknown) => new UnreadableDocument('corrupt', say('documents.corrupt'), cause)

export const emptyDocument = () => new UnreadableDocument('empty', say('documents.empty'))

export const unsupported = (message: Message) => new UnreadableDocument('unsupported', message)

export const expandsTooMuch = () =>
  new UnreadableDocument('expands_too_much', say('documents.expands_too_much'))

export const tookTooLong = (limitMs: number) =>
  new UnreadableDocument(
    'took_too_long',
    say('documents.took_too_long', { seconds: Math.round(limitMs / 1000) }),
  )

/** The process that read it has ended. Another attempt may succeed: something else may have ended it. */
export const readerEnded = (cause: Error) =>
  new UnreadableDocument('reader_ended', say('documents.reader_ended'), cause)

export const needsOcr = () => new UnreadableDocument('needs_ocr', say('documents.needs_ocr'))

export const needsPassword = () => new UnreadableDocument('needs_password', say('documents.needs_password'))

export const wrongPassword = () => new UnreadableDocument('wrong_password', say('documents.wrong_password'))
