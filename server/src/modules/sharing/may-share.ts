import { parseJsonObject } from '@bellwether/wire'

/** Sharing is allowed unless a user's settings say no; settings that can't be read say nothing. Pure. */
export const mayShare = (userConfig: string): boolean => parseJsonObject(userConfig)?.can_share !== false

export const withMayShare = (userConfig: string, allowed: boolean): string =>
  JSON.stringify({ ...parseJsonObject(userConfig), can_share: allowed })
