import { say } from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../platform/errors.ts'
import type { Outbound, OutboundClient } from '../platform/outbound/outbound.ts'
import type { ModelInfo } from './connector.ts'

/** The settings that all providers share. */
export const apiKeySetting = z.string().trim().optional().meta({ title: 'API key', widget: 'secret' })

export const baseUrlSetting = (address: string) =>
  z
    .string()
    .trim()
    .default(address)
    .meta({ title: 'Base URL', description: `Leave empty to use ${address}.` })

export const modelSettings = {
  models: z.array(z.string()).optional().meta({
    title: 'Models',
    description: 'The models to offer. Leave empty to offer all models of the provider.',
  }),
  default_model: z.string().optional().meta({ title: 'Default model' }),
  trusted: z.boolean().default(false).meta({
    hidden: true,
    description: 'Set by the server if the operator or a system admin chose the base URL.',
  }),
}

interface ProviderSettings {
  base_url: string
  trusted: boolean
  models?: string[] | undefined
}

export const clientFor = (outbound: Outbound, settings: ProviderSettings): OutboundClient =>
  settings.trusted ? outbound.trusted : outbound.guarded.providers

/** The base URL without trailing slashes, or the fallback if the form left it empty. */
export const baseUrlOf = (settings: ProviderSettings, fallback: string): string =>
  (settings.base_url || fallback).replace(/\/+$/, '')

/**
 * For error messages. Avoids `new URL`, because this runs for every request and the URL is
 * checked when it is called.
 */
export const hostOf = (address: string): string =>
  /^https?:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(address)?.[1] ?? address

/** The models named in the settings, if any. */
export function listedModels(settings: ProviderSettings): ModelInfo[] | undefined {
  const ids = (settings.models ?? []).map((id) => id.trim()).filter((id) => id !== '')
  return ids.length > 0 ? [...new Set(ids)].map((id) => ({ id })) : undefined
}

export function requireKey(key: string | undefined, provider: string): string {
  if (key) return key
  throw badRequest(say('providers.key_missing', { provider }))
}
