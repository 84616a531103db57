/**
 * Options for an `LRUCache` of at most this many entries that takes memory as it fills. Its own `max` reserves all of it at the start, which
 * took a third of the time to create the app.
 */
export const growingTo = (most: number) => ({ maxSize: most, sizeCalculation: () => 1 })
