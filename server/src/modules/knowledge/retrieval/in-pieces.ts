/** Approximate amount that is read and transferred at once. More would block the event loop too long. */
const PIECE_BYTES = 4 * 1024 * 1024
const MAX_IN_A_PIECE = 20

/** The size of a piece is adapted to the previous ones: a segment has a few kilobytes or many megabytes. */
export async function* inPieces<T extends { bytes: Uint8Array }>(
  ids: readonly number[],
  read: (ids: readonly number[]) => Promise<T[]>,
  most = MAX_IN_A_PIECE,
): AsyncGenerator<T[]> {
  let count = 1
  for (let at = 0; at < ids.length; ) {
    const piece = await read(ids.slice(at, at + count))
    // Measured before the transfer, because nothing is left afterwards.
    const largest = piece.reduce((most, { bytes }) => Math.max(most, bytes.length), 1)
    yield piece
    at += count
    count = Math.min(Math.max(1, Math.floor(PIECE_BYTES / largest)), count * 4, most)
  }
}
