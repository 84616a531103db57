export const isRoot: boolean
