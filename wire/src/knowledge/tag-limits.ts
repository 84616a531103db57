/** Limits of tags and bulk actions, without schemas, for the web app too. */
export const TAG_LIMITS = {
  tagsPerFile: 20,
  tag: 50,
  /** Files per bulk action. */
  bulk: 500,
} as const
