/** An error for the log: its type and stack, without the message, which may contain user text or a key. */
export function redactError(error: unknown): { error: string; code?: string; at?: string[] } {
  if (!(error instanceof Error)) return { error: typeof error }
  const code: unknown = Reflect.get(error, 'code')
  const at = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at \S/.test(line))
    .slice(0, 6)
    .map((line) => line.trim())
  return { error: error.name, ...(typeof code === 'string' ? { code } : {}), at }
}
