import { parseJsonObject } from '@bellwether/wire'

/** Sharing is allowed unless a user's settings forbid it; invalid settings are ignored. Pure. */
export const mayShare = (userConfig: string): boolean => parseJsonObject(userConfig)?.can_share !== false

export const withMayShare = (userConfig: string, allowed: boolean): string =>
  JSON.stringify({ ...parseJsonObject(userConfig), can_share: allowed })
