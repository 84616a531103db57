import type { CostFigures } from '@bellwether/wire'
import { format } from '$lib/i18n'

/** What it cost, as far as it is known: calls without a price make it at least that much. The page says how many have none. */
export function costText(
  { cost, unpriced }: Pick<CostFigures, 'cost' | 'unpriced'>,
  currency: string,
): string {
  if (unpriced > 0 && cost === 0) return '—'
  return `${unpriced > 0 ? '≥ ' : ''}${format.money(cost, currency)}`
}
