/** Marks that turn the direction of writing: with them `exe.pdf` can be the end of a name that really ends in `fdp.exe`. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** A name that others have given, as it is shown. Pure. */
export const plainName = (name: string): string => name.replace(TURNING, '')
