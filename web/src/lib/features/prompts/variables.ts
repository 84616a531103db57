const VARIABLE = /\{\{\s*([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,59}?)\s*\}\}/gu

/** The names in `{{…}}`, each once, in their order. Pure. */
export const variablesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name]) => name ?? '')),
]

/** The text with the values of its variables. Variables in values are left as they are. Pure. */
export const fillVariables = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(VARIABLE, (whole, name: string) => values.get(name) ?? whole)
