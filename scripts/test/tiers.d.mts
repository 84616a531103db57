export const TAGS: { name: string; description: string }[]

export const TIERS: Record<
  'daily' | 'rest' | 'all',
  { filter?: string; includes: (tags: readonly string[]) => boolean }
>
