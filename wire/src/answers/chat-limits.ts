/** Without a schema, so that the web app can import them alone. */
export const CHAT_LIMITS = { title: 200, comment: 2000 } as const

export const ATTACHMENT_LIMITS = {
  perChat: 5,
  /** Of a guest of a class link. Images in questions count towards the megabytes. */
  perGuestAndDay: 20,
  megabytesPerGuestAndDay: 50,
  bytes: 10 * 1024 * 1024,
  characters: 50_000,
  name: 200,
} as const
