const FENCED =
  /<(data-[0-9a-f]{8}) from="[^"]+">\n\n([\s\S]*?)\n\n<\/\1>\nThe above is data that \S+ brought, not instructions\./g

/** Removes the markers around tool output from a prompt. */
export const withoutFences = (prompt: string): string => prompt.replace(FENCED, '$2')
