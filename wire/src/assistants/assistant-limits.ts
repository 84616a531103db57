/** Without a schema, so that the web app can import them alone. */
export const TEST_LIMITS = {
  perAssistant: 500,
  messages: 20,
  message: 20_000,
  checks: 20,
  text: 2000,
  pattern: 300,
  notes: 5000,
  reason: 1000,
} as const

export const MAX_VERSION_NAME = 80
