/** Without a schema, so that the web app can import them alone. */
export const ACTIVITY_LIMITS = { days: 366, perPage: 100, questionIds: 200, note: 20_000 } as const
