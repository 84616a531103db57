export type ZipFault =
  | 'corrupt'
  | 'needs_password'
  | 'expands_too_much'
  | 'too_many_entries'
  | 'took_too_long'

/** A zip that can't be read. The caller creates the message, because only the caller knows the kind of file. */
export class ZipError extends Error {
  readonly code: ZipFault

  constructor(code: ZipFault, cause?: unknown) {
    super(`zip: ${code}`, cause === undefined ? undefined : { cause })
    this.name = 'ZipError'
    this.code = code
  }
}

/** The number of entries of an archive that has too many. */
export const entriesOf = ({ cause }: ZipError): number =>
  typeof cause === 'object' && cause !== null && 'count' in cause ? Number(cause.count) : 0

export const isZipError = (error: unknown): error is ZipError => error instanceof ZipError
