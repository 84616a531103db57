/** The folder of PostgreSQL's programs, if it is installed. */
export function findBinaries(): string | undefined
/** The number of the system user or group "postgres". */
export function idOf(which: '-u' | '-g'): number
export function freePort(): Promise<number>
