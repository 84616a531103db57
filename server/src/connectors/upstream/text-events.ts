import type { ModelEvent } from '../connector.ts'

/** Appends to the last event if it is text too, so that a burst of tokens becomes one event. */
export function addText(events: ModelEvent[], text: string): void {
  if (text === '') return
  const last = events.at(-1)
  if (last?.type === 'text-delta') last.text += text
  else events.push({ type: 'text-delta', text })
}

/** Does the same for reasoning. */
export function addReasoning(events: ModelEvent[], text: string, back?: string): void {
  if (text === '') return
  const last = events.at(-1)
  if (last?.type === 'reasoning-delta' && last.back === back) last.text += text
  else events.push({ type: 'reasoning-delta', text, ...(back === undefined ? {} : { back }) })
}
