import type { OrganizationConfig } from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'
import { isTrusted, type OrganizationSettings } from './provider-settings.ts'

export interface MoodleSettings {
  url: string
  token: string
  /** The address was set by the operator or a system admin and may be private. */
  trusted: boolean
  /**
   * Identifiers other than e-mail addresses that forwarding clients send are Moodle's own: ids, usernames or ID
   * numbers.
   */
  idsAreMoodles?: boolean
}

/** Undefined when the organization has no Moodle, when a setting is missing, or when it is disabled. */
export function findMoodle(organization: OrganizationSettings, env: Config): MoodleSettings | undefined {
  const stored = storedMoodle(organization.config)
  if (stored.enabled === false) return undefined
  // As with providers, only the system organization uses the operator's settings.
  const fromEnvironment = organization.isSystem ? { url: env.MOODLE_API_URL, token: env.MOODLE_TOKEN } : {}
  const storedUrl = textOf(stored.url)
  const url = storedUrl || fromEnvironment.url
  // The operator's token is only sent to the operator's address.
  const token = textOf(stored.token) || (url === fromEnvironment.url ? fromEnvironment.token : undefined)
  if (!url || !token) return undefined
  const trusted = isTrusted(organization, storedUrl, fromEnvironment.url)
  return { url, token, trusted, ...(stored.forwarded_ids === true ? { idsAreMoodles: true } : {}) }
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

export function storedMoodle(config: OrganizationConfig): Record<string, unknown> {
  const stored = config.moodle
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
}
