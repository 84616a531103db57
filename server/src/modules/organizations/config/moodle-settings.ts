import type { OrganizationConfig } from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'
import { isTrusted, type OrganizationSettings } from './provider-settings.ts'

export interface MoodleSettings {
  url: string
  token: string
  /** The address came from the operator or a system admin and may be a private one. */
  trusted: boolean
  /** Names other than e-mails that forwarding clients give people are Moodle's own: its numbers, user names or ID numbers. */
  idsAreMoodles?: boolean
}

/** Undefined when the organization has no Moodle, when a part of the settings is missing, or when it is switched off. */
export function findMoodle(organization: OrganizationSettings, env: Config): MoodleSettings | undefined {
  const stored = storedMoodle(organization.config)
  if (stored.enabled === false) return undefined
  // As with providers: only the system organization uses what the operator set.
  const given = organization.isSystem ? { url: env.MOODLE_API_URL, token: env.MOODLE_TOKEN } : {}
  const storedUrl = text(stored.url)
  const url = storedUrl || given.url
  // The operator's token goes to the operator's address only.
  const token = text(stored.token) || (url === given.url ? given.token : undefined)
  if (!url || !token) return undefined
  const trusted = isTrusted(organization, storedUrl, given.url)
  return { url, token, trusted, ...(stored.forwarded_ids === true ? { idsAreMoodles: true } : {}) }
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function storedMoodle(config: OrganizationConfig): Record<string, unknown> {
  const stored = config.moodle
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
}
