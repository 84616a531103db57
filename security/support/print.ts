/** One line per figure, so that two runs can be compared. */
export function print(attack: string, figures: Record<string, number | string>): void {
  const parts = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`[security] ${attack}: ${parts.join(', ')}\n`)
}
