/** Bidirectional control characters: they can make a name ending in `fdp.exe` look as if it ended in `exe.pdf`. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g

/** The name without bidirectional control characters, safe to show. Pure. */
export const plainName = (name: string): string => name.replace(BIDI_CONTROLS, '')
