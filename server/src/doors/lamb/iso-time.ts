/** LAMB's times have no zone. */
export const toIso = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)

/** Those of its knowledge server have one. */
export const toZonedIso = (seconds: number): string => new Date(seconds * 1000).toISOString()
