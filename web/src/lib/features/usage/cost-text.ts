import type { CostFigures } from '@bellwether/wire'
import { format } from '$lib/i18n'

/** The known cost: calls without a price make it a minimum. The page shows how many there are. */
export function costText(
  { cost, unpriced }: Pick<CostFigures, 'cost' | 'unpriced'>,
  currency: string,
): string {
  if (unpriced > 0 && cost === 0) return '—'
  return `${unpriced > 0 ? '≥ ' : ''}${format.money(cost, currency)}`
}
