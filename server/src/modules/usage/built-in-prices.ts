import type { Price } from '@bellwether/wire'

const NOTHING = { input: 0, output: 0, image: 0, minute: 0, calls: 0 }
const tokens = (model: string, input: number, output = 0): Price => ({ ...NOTHING, model, input, output })
const cached = (model: string, input: number, cached_input: number, output: number): Price => ({
  ...tokens(model, input, output),
  cached_input,
})
/** Anthropic's cache: a tenth of the price of other input to read, and a quarter more than that price to write. */
const claude = (model: string, input: number, output: number): Price => ({
  ...cached(model, input, exact(input * 0.1), output),
  cache_write: exact(input * 1.25),
})
/** Without the rounding errors of the multiplication. */
const exact = (amount: number): number => Number(amount.toFixed(6))
const pictures = (model: string, image: number): Price => ({ ...NOTHING, model, image })
const minutes = (model: string, minute: number): Price => ({ ...NOTHING, model, minute })
const searches = (model: string, calls: number): Price => ({ ...NOTHING, model, calls })
const free = (provider: string): Price => ({ ...NOTHING, provider, model: '*' })

/**
 * Default prices for organizations without their own: local models cost nothing, the others are the providers' list
 * prices in USD. These change; an organization that needs exact numbers sets its own. The first match counts, so
 * specific patterns come before general ones.
 */
export const BUILT_IN_PRICES: readonly Price[] = [
  free('bypass'),
  free('quotes'),
  free('ollama'),
  // Model calls by a tool are priced as model calls.
  free('tool'),
  tokens('text-embedding-3-small*', 0.02),
  tokens('text-embedding-3-large*', 0.13),
  tokens('text-embedding-ada-002*', 0.1),
  cached('gpt-5-nano*', 0.05, 0.005, 0.4),
  cached('gpt-5-mini*', 0.25, 0.025, 2),
  tokens('gpt-5-pro*', 15, 120),
  cached('gpt-5', 1.25, 0.125, 10),
  cached('gpt-5-chat*', 1.25, 0.125, 10),
  cached('gpt-5-codex*', 1.25, 0.125, 10),
  cached('gpt-5-20*', 1.25, 0.125, 10),
  cached('gpt-5.1-codex-mini*', 0.25, 0.025, 2),
  cached('gpt-5.1*', 1.25, 0.125, 10),
  tokens('gpt-5.2-pro*', 21, 168),
  cached('gpt-5.2*', 1.75, 0.175, 14),
  cached('gpt-5.3*', 1.75, 0.175, 14),
  cached('gpt-5.4-nano*', 0.2, 0.02, 1.25),
  cached('gpt-5.4-mini*', 0.75, 0.075, 4.5),
  tokens('gpt-5.4-pro*', 30, 180),
  cached('gpt-5.4*', 2.5, 0.25, 15),
  tokens('gpt-5.5-pro*', 30, 180),
  cached('gpt-5.5*', 5, 0.5, 30),
  cached('gpt-4.1-nano*', 0.1, 0.025, 0.4),
  cached('gpt-4.1-mini*', 0.4, 0.1, 1.6),
  cached('gpt-4.1*', 2, 0.5, 8),
  minutes('whisper-1', 0.006),
  // Audio tokens.
  tokens('gpt-4o-mini-transcribe*', 3, 5),
  tokens('gpt-4o-transcribe*', 6, 10),
  cached('gpt-4o-mini*', 0.15, 0.075, 0.6),
  tokens('gpt-4o-2024-05-13', 5, 15),
  cached('gpt-4o*', 2.5, 1.25, 10),
  tokens('gpt-4-turbo*', 10, 30),
  tokens('gpt-4', 30, 60),
  tokens('gpt-4-0*', 30, 60),
  tokens('gpt-3.5-turbo*', 0.5, 1.5),
  cached('o1-mini*', 1.1, 0.55, 4.4),
  tokens('o1-pro*', 150, 600),
  cached('o1*', 15, 7.5, 60),
  cached('o3-mini*', 1.1, 0.55, 4.4),
  tokens('o3-pro*', 20, 80),
  cached('o3*', 2, 0.5, 8),
  cached('o4-mini*', 1.1, 0.275, 4.4),
  claude('claude-fable-5', 10, 50),
  claude('claude-fable-5-20*', 10, 50),
  { ...claude('claude-fable-5-1*', 10, 50), cached_input: 0.25 },
  { ...claude('claude-opus-5-5*', 4, 20), cached_input: 0.2 },
  claude('claude-opus-5', 5, 25),
  claude('claude-opus-5-20*', 5, 25),
  claude('claude-opus-4-5*', 5, 25),
  claude('claude-opus-4-6*', 5, 25),
  claude('claude-opus-4-7*', 5, 25),
  claude('claude-opus-4-8*', 5, 25),
  claude('claude-opus-4*', 15, 75),
  { ...claude('claude-sonnet-5-5*', 2, 10), cached_input: 0.1 },
  claude('claude-sonnet-5', 2, 10),
  claude('claude-sonnet-5-20*', 2, 10),
  claude('claude-sonnet-4*', 3, 15),
  claude('claude-haiku-4*', 1, 5),
  claude('claude-3-opus*', 15, 75),
  claude('claude-3*-sonnet*', 3, 15),
  claude('claude-3-5-haiku*', 0.8, 4),
  { ...cached('claude-3-haiku*', 0.25, 0.03, 1.25), cache_write: 0.3 },
  // Images are priced by output tokens, reasoning as text.
  tokens('gemini-2.5-flash-image*', 0.3, 30),
  { ...tokens('gemini-3-pro-image*', 2, 120), reasoning: 12 },
  cached('gemini-2.5-flash-lite*', 0.1, 0.01, 0.4),
  cached('gemini-2.5-flash*', 0.3, 0.03, 2.5),
  cached('gemini-2.5-pro*', 1.25, 0.125, 10),
  cached('gemini-3-pro*', 2, 0.2, 12),
  cached('gemini-3-flash*', 0.5, 0.05, 3),
  tokens('gemini-2.0-flash-lite*', 0.075, 0.3),
  cached('gemini-2.0-flash*', 0.1, 0.025, 0.4),
  tokens('gemini-embedding-001*', 0.15),
  pictures('imagen-4.0-ultra*', 0.06),
  pictures('imagen-4.0-fast*', 0.02),
  pictures('imagen-4*', 0.04),
  tokens('rerank-2*-lite*', 0.02),
  tokens('rerank-2*', 0.05),
  searches('rerank-v*', 2),
  searches('rerank-english-*', 2),
  searches('rerank-multilingual-*', 2),
]
