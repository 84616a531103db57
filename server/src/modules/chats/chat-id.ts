/** Ours are UUIDs; imported ones may be other plain texts. Anything else is no chat, and is not asked of the database. Pure. */
export const isChatId = (text: string): boolean => /^[\w-]{1,100}$/.test(text)
