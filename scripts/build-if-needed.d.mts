/** True if dist/ was built from the current sources. */
export function isBuilt(): boolean
export function buildIfNeeded(): Promise<void>
/** Whether dist/ was built from the sources as they are now. */
export function isBuilt(): boolean
