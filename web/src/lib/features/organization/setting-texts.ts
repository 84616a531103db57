import type { OrganizationSettingValues } from '@bellwether/wire'
import { lookup } from '$lib/i18n'
import { organizationTexts } from '$lib/texts/organization.ts'

export interface SettingTexts {
  readonly title: string
  readonly help: string
  readonly choices?: Readonly<Record<string, string>>
}

/** The texts of a setting of the organization; one without texts does not compile. */
export function settingTexts(name: string): SettingTexts {
  const texts: Readonly<Record<keyof OrganizationSettingValues, SettingTexts>> =
    organizationTexts().organization.settings
  return lookup<SettingTexts>(texts, name) ?? { title: name, help: '' }
}
