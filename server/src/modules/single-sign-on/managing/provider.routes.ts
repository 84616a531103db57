import {
  newSignInProviderSchema,
  SAML_LIMITS,
  samlMetadataRequestSchema,
  samlMetadataSchema,
  signInPreviewRequestSchema,
  signInPreviewSchema,
  signInProviderChangeSchema,
  signInProviderListSchema,
  signInProviderSchema,
  signInProviderTestSchema,
  signInSettingsSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { toSlug } from '../../organizations/index.ts'
import type { ProviderService } from './provider.service.ts'

const PATH = '/organizations/{slug}/sign-in-providers'
const tag = 'Sign-in'
const access = 'organization-admin'
const params = slugParamSchema.extend({ id: z.string().max(100) })

export const createProviderRoutes = (providers: ProviderService): Endpoint[] => [
  ...editRoutes(providers),
  ...checkRoutes(providers),
]

const editRoutes = (providers: ProviderService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: PATH,
    tag,
    summary: 'List an organization’s sign-in providers',
    description: 'With the URLs to register with each provider. Secrets are never returned.',
    access,
    params: slugParamSchema,
    answer: signInProviderListSchema,
    handle: ({ caller, params: { slug } }) => providers.list(caller, toSlug(slug)),
  }),
  endpoint({
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Add a sign-in provider',
    description: 'An OpenID Connect or SAML 2.0 provider for members of the organization.',
    access,
    status: 201,
    params: slugParamSchema,
    body: newSignInProviderSchema,
    answer: signInProviderSchema,
    handle: ({ caller, params: { slug }, body }) => providers.create(caller, toSlug(slug), body),
  }),
  endpoint({
    method: 'PATCH',
    path: `${PATH}/{id}`,
    tag,
    summary: 'Update a sign-in provider',
    description: 'Omitted fields keep their values. A new issuer removes the client secret.',
    access,
    params,
    body: signInProviderChangeSchema,
    answer: signInProviderSchema,
    handle: ({ caller, params: { slug, id }, body }) => providers.update(caller, toSlug(slug), id, body),
  }),
  endpoint({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    tag,
    summary: 'Delete a sign-in provider',
    description: 'Accounts are kept. Their owners need another way to sign in.',
    access,
    answer: 'none',
    params,
    async handle({ caller, params: { slug, id } }) {
      await providers.remove(caller, toSlug(slug), id)
      return null
    },
  }),
  endpoint({
    method: 'PUT',
    path: '/organizations/{slug}/sign-in-settings',
    tag,
    summary: 'Update sign-in settings',
    description: 'Whether members may sign in with a password. System admins always may.',
    access,
    params: slugParamSchema,
    body: signInSettingsSchema,
    answer: signInSettingsSchema,
    handle: ({ caller, params: { slug }, body }) => providers.saveSettings(caller, toSlug(slug), body),
  }),
]

const checkRoutes = (providers: ProviderService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${PATH}/{id}/test`,
    tag,
    summary: 'Test a sign-in provider',
    description: 'Reads the provider’s discovery document. Changes nothing.',
    access,
    params,
    answer: signInProviderTestSchema,
    handle: ({ caller, params: { slug, id } }) => providers.test(caller, toSlug(slug), id),
  }),
  endpoint({
    method: 'POST',
    path: '/organizations/{slug}/saml-metadata',
    tag,
    summary: 'Read SAML metadata',
    description:
      'Reads an identity provider’s settings from its metadata, sent as XML or an https URL. Nothing is saved. For federation metadata with several providers, the response lists them; choose one with `entity_id`. Expired metadata (`validUntil`) is refused.',
    access,
    params: slugParamSchema,
    body: samlMetadataRequestSchema,
    bodyLimit: 3 * SAML_LIMITS.pastedMetadata,
    answer: samlMetadataSchema,
    creates: false,
    handle: ({ caller, params: { slug }, body, exchange }) =>
      providers.readMetadata(caller, toSlug(slug), body, exchange.signal),
  }),
  endpoint({
    method: 'POST',
    path: '/organizations/{slug}/sign-in-rules/preview',
    tag,
    summary: 'Preview sign-in rules',
    description: 'The account that a person with these claims would get, and why. Nothing is saved.',
    access,
    params: slugParamSchema,
    body: signInPreviewRequestSchema,
    bodyLimit: 256 * 1024,
    answer: signInPreviewSchema,
    handle: ({ caller, params: { slug }, body }) => providers.preview(caller, toSlug(slug), body),
  }),
]
