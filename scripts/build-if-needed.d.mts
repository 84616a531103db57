/** True if dist/ was built from the current sources. */
export function isBuilt(): boolean
export function buildIfNeeded(): Promise<void>
