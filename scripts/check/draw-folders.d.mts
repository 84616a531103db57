export const DRAWING: string
/** For each room of the picture, the rooms that its files import. */
export function readRooms(): Map<string, Set<string>>
export function draw(): string
