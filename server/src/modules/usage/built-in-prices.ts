import type { Price } from '@bellwether/wire'

const tokens = (model: string, input: number, output = 0): Price => ({ model, input, output, image: 0 })
const free = (provider: string): Price => ({ provider, model: '*', input: 0, output: 0, image: 0 })

/**
 * What is asked where an organization has set no price: what runs on one's own machines costs nothing, the rest are the providers' list
 * prices in USD. They change; an organization that has to be exact sets its own. The first that fits counts, so what is
 * special stands before what is general.
 */
export const BUILT_IN_PRICES: readonly Price[] = [
  free('bypass'),
  free('quotes'),
  free('ollama'),
  tokens('text-embedding-3-small*', 0.02),
  tokens('text-embedding-3-large*', 0.13),
  tokens('text-embedding-ada-002*', 0.1),
  tokens('gpt-5*-nano*', 0.05, 0.4),
  tokens('gpt-5*-mini*', 0.25, 2),
  tokens('gpt-5-pro*', 15, 120),
  tokens('gpt-5', 1.25, 10),
  tokens('gpt-5-chat*', 1.25, 10),
  tokens('gpt-5-codex*', 1.25, 10),
  tokens('gpt-5-20*', 1.25, 10),
  tokens('gpt-5.1*', 1.25, 10),
  tokens('gpt-4.1-nano*', 0.1, 0.4),
  tokens('gpt-4.1-mini*', 0.4, 1.6),
  tokens('gpt-4.1*', 2, 8),
  tokens('gpt-4o-mini*', 0.15, 0.6),
  tokens('gpt-4o*', 2.5, 10),
  tokens('gpt-4-turbo*', 10, 30),
  tokens('gpt-4', 30, 60),
  tokens('gpt-4-0*', 30, 60),
  tokens('gpt-3.5-turbo*', 0.5, 1.5),
  tokens('o1-mini*', 1.1, 4.4),
  tokens('o1-pro*', 150, 600),
  tokens('o1*', 15, 60),
  tokens('o3-mini*', 1.1, 4.4),
  tokens('o3-pro*', 20, 80),
  tokens('o3*', 2, 8),
  tokens('o4-mini*', 1.1, 4.4),
  tokens('claude-opus-4-5*', 5, 25),
  tokens('claude-opus-4*', 15, 75),
  tokens('claude-sonnet-4*', 3, 15),
  tokens('claude-haiku-4*', 1, 5),
  tokens('claude-3-opus*', 15, 75),
  tokens('claude-3*-sonnet*', 3, 15),
  tokens('claude-3-5-haiku*', 0.8, 4),
  tokens('claude-3-haiku*', 0.25, 1.25),
  // A picture is counted in tokens of its output.
  tokens('gemini-2.5-flash-image*', 0.3, 30),
  tokens('gemini-3-pro-image*', 2, 120),
  tokens('gemini-2.5-flash-lite*', 0.1, 0.4),
  tokens('gemini-2.5-flash*', 0.3, 2.5),
  tokens('gemini-2.5-pro*', 1.25, 10),
  tokens('gemini-3-pro*', 2, 12),
  tokens('gemini-2.0-flash-lite*', 0.075, 0.3),
  tokens('gemini-2.0-flash*', 0.1, 0.4),
  tokens('gemini-embedding-001*', 0.15),
  { model: 'imagen-4.0-ultra*', input: 0, output: 0, image: 0.06 },
  { model: 'imagen-4.0-fast*', input: 0, output: 0, image: 0.02 },
  { model: 'imagen-4*', input: 0, output: 0, image: 0.04 },
]
