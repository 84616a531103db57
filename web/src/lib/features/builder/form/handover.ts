import type { FormStart } from './form.svelte.ts'

let waiting: FormStart | undefined

/** What one page proposes for the next: the builder opens with it, once. */
export function handOver(start: FormStart): void {
  waiting = start
}

export function takeHandover(): FormStart {
  const start = waiting ?? {}
  waiting = undefined
  return start
}
