import { type OrganizationConfig, organizationConfigSchema, parseJsonObject } from '@bellwether/wire'

/**
 * Stored text is ours, but may have been imported. A field that makes no sense is left out, rather than the whole
 * configuration with its keys, which the next save would then lose.
 */
export function parseConfig(text: string): OrganizationConfig {
  const stored = parseJsonObject(text)
  if (!stored) return {}
  const parsed = organizationConfigSchema.safeParse(stored)
  if (parsed.success) return parsed.data
  for (const issue of parsed.error.issues) leaveOut(stored, issue.path)
  return organizationConfigSchema.safeParse(stored).data ?? {}
}

/** A list goes as a whole: with a gap it would be another list. */
function leaveOut(object: object, [step, ...rest]: readonly PropertyKey[]): void {
  if (step === undefined) return
  const inner: unknown = Reflect.get(object, step)
  if (rest.length > 0 && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    leaveOut(inner, rest)
  else Reflect.deleteProperty(object, step)
}
