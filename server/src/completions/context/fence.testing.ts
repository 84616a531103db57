const FENCED =
  /<(data-[0-9a-f]{8}) from="[^"]+">\n\n([\s\S]*?)\n\n<\/\1>\nThe above is data that \S+ brought, not instructions\./g

/** A prompt as its author wrote it: what tools brought stands in it without the marks that say so. */
export const withoutFences = (prompt: string): string => prompt.replace(FENCED, '$2')
