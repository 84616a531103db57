import type { ModelEvent } from '../connector.ts'

/** Adds text to the last event where that is text too: a burst of tokens becomes one event. */
export function addText(events: ModelEvent[], text: string): void {
  if (text === '') return
  const last = events.at(-1)
  if (last?.type === 'text-delta') last.text += text
  else events.push({ type: 'text-delta', text })
}

/** The same for what is thought aloud. */
export function addReasoning(events: ModelEvent[], text: string, back?: string): void {
  if (text === '') return
  const last = events.at(-1)
  if (last?.type === 'reasoning-delta' && last.back === back) last.text += text
  else events.push({ type: 'reasoning-delta', text, ...(back === undefined ? {} : { back }) })
}
