/** Only if the server's sources have changed. */
export function writeClientTypes(): Promise<void>
export function saveTypes(document: unknown): void
export function toClientTypes(document: unknown): string
export function describeApi(): Promise<string>
