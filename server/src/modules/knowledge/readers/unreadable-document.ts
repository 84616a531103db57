/** Every reason for which a file gives no text. */
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

/** A file that can't be read. The message is for the person who uploaded it and says what to do. */
export class UnreadableDocument extends Error {
  readonly code: UnreadableCode

  constructor(code: UnreadableCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'UnreadableDocument'
    this.code = code
  }
}

export const isUnreadable = (error: unknown): error is UnreadableDocument =>
  error instanceof UnreadableDocument

export const corrupt = (what: string, cause?: unknown) =>
  new UnreadableDocument(
    'corrupt',
    `This ${what} is damaged or incomplete and can't be read. Open it in the program that made it, save it again, and upload the new file.`,
    cause,
  )

export const emptyDocument = (what: string) =>
  new UnreadableDocument(
    'empty',
    `This ${what} has no text in it. Check that it is the file you meant to upload.`,
  )

export const unsupported = (message: string) => new UnreadableDocument('unsupported', message)

export const expandsTooMuch = () =>
  new UnreadableDocument(
    'expands_too_much',
    'This file unpacks to far more than its size and was refused. If it is a real document, split it into smaller files.',
  )

export const tookTooLong = (limitMs: number) =>
  new UnreadableDocument(
    'took_too_long',
    `Reading this file took longer than ${Math.round(limitMs / 1000)} seconds and was stopped. Split it into smaller files and upload those.`,
  )

export const needsOcr = (what: string) =>
  new UnreadableDocument(
    'needs_ocr',
    `This ${what} is a picture of text: there are no letters in it that could be searched. Turn on OCR (text recognition) and read it again, or upload a version with real text.`,
  )

export const needsPassword = (what: string) =>
  new UnreadableDocument(
    'needs_password',
    `This ${what} is protected by a password. Give the password and read it again, or upload a copy without one.`,
  )

export const wrongPassword = (what: string) =>
  new UnreadableDocument('wrong_password', `The password does not open this ${what}. Check it and try again.`)
