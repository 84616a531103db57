export type ZipFault = 'corrupt' | 'needs_password' | 'expands_too_much' | 'took_too_long'

/** A zip that can't be read. The caller creates the message, because only the caller knows the kind of file. */
export class ZipError extends Error {
  readonly code: ZipFault

  constructor(code: ZipFault, cause?: unknown) {
    super(`zip: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'ZipError'
    this.code = code
  }
}

export const isZipError = (error: unknown): error is ZipError => error instanceof ZipError
