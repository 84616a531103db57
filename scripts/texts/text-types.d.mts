export function textTypes(folder?: string): string
export function writeTextTypes(folder?: string): void
