/** Validation errors, in words that a model can act on. */
export const toFaults = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): string[] =>
  issues
    .slice(0, 10)
    .map(({ path, message }) => [path.map(String).join('.'), message].filter(Boolean).join(': '))
