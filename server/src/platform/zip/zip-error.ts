export type ZipFault = 'corrupt' | 'needs_password' | 'expands_too_much' | 'took_too_long'

/** A zip that can't be read. The caller words the message: only the caller knows what kind of file it is. */
export class ZipError extends Error {
  readonly code: ZipFault

  constructor(code: ZipFault, cause?: unknown) {
    super(`zip: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'ZipError'
    this.code = code
  }
}

export const isZipError = (error: unknown): error is ZipError => error instanceof ZipError
