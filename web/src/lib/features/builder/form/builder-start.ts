import type { FormStart } from './builder-form.svelte.ts'

let next: FormStart | undefined

/** Sets the content that the builder opens with next time. */
export function setBuilderStart(start: FormStart): void {
  next = start
}

export function takeBuilderStart(): FormStart {
  const start = next ?? {}
  next = undefined
  return start
}
