// Control characters, line breaks, and marks that change the direction: `fdp.exe` could be shown as `exe.pdf`.
const INVALID_IN_FILE_NAMES = /[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** A file's name or path without invisible characters. Pure. */
export const toSafeFileName = (name: string): string => name.replace(INVALID_IN_FILE_NAMES, '')

/**
 * Whether this file, given with its folders, is not a document of the person: hidden, or added by an operating system
 * or by Office while a document is open. Pure.
 */
export const isSystemFile = (path: string): boolean =>
  path.split('/').some((step) => /^(?:__MACOSX$|~\$|\.(?!\.?$))/.test(step)) ||
  /(?:^|\/)(?:Thumbs\.db|desktop\.ini)$/i.test(path)
