import { type OrganizationConfig, organizationConfigSchema, parseJsonObject } from '@bellwether/wire'

/**
 * Stored text may have been imported. An invalid field is dropped, not the whole configuration: the next save would
 * lose its keys.
 */
export function parseConfig(text: string): OrganizationConfig {
  const stored = parseJsonObject(text)
  if (!stored) return {}
  const parsed = organizationConfigSchema.safeParse(stored)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) leaveOut(stored, issue.path)
  return organizationConfigSchema.safeParse(stored).data ?? {}
}

/** A list is dropped as a whole: with a gap, its meaning would change. */
function leaveOut(object: object, [step, ...rest]: readonly PropertyKey[]): void {
  if (step === undefined) return
  const inner: unknown = Reflect.get(object, step)
  if (rest.length > 0 && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    leaveOut(inner, rest)
  else Reflect.deleteProperty(object, step)
}
