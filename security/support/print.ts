/** One line per figure, so that two runs can be compared. */
export function print(attack: string, figures: Record<string, number | string>): void {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  process.stdout.write(`[security] ${attack}: ${shown.join(', ')}\n`)
}
