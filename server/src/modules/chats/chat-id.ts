/** Our ids are UUIDs; imported ones may be other plain texts. For anything else the database is not queried. Pure. */
export const isChatId = (text: string): boolean => /^[\w-]{1,100}$/.test(text)
