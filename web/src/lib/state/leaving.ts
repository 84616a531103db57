/** Set when another person has signed in: leaving the page must not be blocked. */
export const leaving = { isForced: false }
