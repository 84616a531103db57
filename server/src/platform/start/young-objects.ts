import { setFlagsFromString } from 'node:v8'

/**
 * Every new object starts in V8's young generation. Otherwise V8 allocates kinds of objects that often survive directly in
 * the old one, and under load it picks what a request needs until its answer is complete. Such an object stays after its
 * request until the next full collection, and everything it refers to is copied and kept as well: prompt, frames, signals.
 */
export const startObjectsYoung = (): void => setFlagsFromString('--no-allocation-site-pretenuring')
