const TAG = /<(\/?)([a-z][^\s/<>]{0,50})[^<>]*?(\/?)>/gi
/** Elements without an end tag, or with an optional one. */
const WITHOUT_END =
  /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|dt|dd|t[dhr]|thead|tbody|tfoot|option|optgroup|colgroup|body|head|html)$/i

/** Whether elements are nested deeper than this. Does not parse the page. Pure. */
export function isDeeperThan(html: string, limit: number): boolean {
  let depth = 0
  for (const [, closes, name = '', isEmpty] of html.matchAll(TAG)) {
    if (isEmpty || WITHOUT_END.test(name)) continue
    depth = closes ? Math.max(0, depth - 1) : depth + 1
    if (depth > limit) return true
  }
  return false
}
