/** The page belongs to another person than the one who is signed in now: nothing may hold it back. */
export const leaving = { isForced: false }
