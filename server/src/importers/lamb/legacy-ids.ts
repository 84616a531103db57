/** Ids beyond this are not kept: they would make all later ids as long. */
export const MAX_KEPT_ID = 1_000_000_000

export const isKeepable = (id: number | undefined): id is number =>
  id !== undefined && id >= 1 && id <= MAX_KEPT_ID

/**
 * LAMB's e-mail addresses are keys: spelled in one way. Only ASCII letters become lower case: some others would become
 * ASCII, and the address that of someone else.
 */
export const toEmail = (text: string): string =>
  text.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

export const isEmail = (email: string): boolean =>
  /^[^\s@]{1,200}@[^\s@]{1,200}$/.test(email) && email === email.toLowerCase()
