import { type SignInChoices, type SignInRule, signInRulesSchema } from '@bellwether/wire'
import { type Config, SettingsError } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/errors.ts'
import { tryParseJson } from '../../../platform/json.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { organizationRepository } from '../../organizations/index.ts'
import { providerRepository } from './provider.repository.ts'
import {
  ENVIRONMENT_ID,
  type OidcProvider,
  providerNotFound,
  type SignInProvider,
  toProvider,
} from './provider.ts'

export interface ProviderLookupDeps {
  db: Db
  box: SecretBox
  environment: EnvironmentProvider | undefined
}

/** More buttons than this help no one; a link with `?org=` shows one organization's. */
const MAX_OFFERED = 50

/** The providers that people can sign in with. */
export function createProviderLookup({ db, box, environment }: ProviderLookupDeps) {
  async function find(id: string): Promise<SignInProvider> {
    if (id === ENVIRONMENT_ID && environment) {
      const system = await organizationRepository.findSystem(db)
      if (!system) throw new AppError('internal', 'the system organization does not exist')
      return { ...environment, organizationId: system.id, isTrusted: true }
    }
    const row = await providerRepository.findUsable(db, id)
    if (!row) throw providerNotFound()
    return toProvider(row, box)
  }

  const hasEnvironment = environment !== undefined
  const toChoice = (
    { id, kind, name }: Pick<SignInProvider, 'id' | 'kind' | 'name'>,
    organization: { slug: string; name: string } | null,
  ) => ({
    id,
    kind,
    name,
    organization,
    start_url: `/auth/${id}/start`,
  })

  return {
    /** Throws not_found for disabled providers, too. */
    find,

    /** Of one organization, or of all. */
    async list(requestedSlug?: string): Promise<SignInChoices> {
      const slug = requestedSlug && (await organizationRepository.findBySlug(db, requestedSlug))?.slug
      const rows = await providerRepository.listUsable(db, MAX_OFFERED, slug)
      return {
        providers: [
          ...(environment ? [toChoice(environment, null)] : []),
          ...rows.map(({ organization_slug, organization_name, ...row }) =>
            toChoice(row, { slug: organization_slug, name: organization_name }),
          ),
        ],
        password_sign_in: await providerRepository.isPasswordOffered(db, { hasEnvironment, slug }),
      }
    },

    /** Without a provider that works, passwords are accepted whatever the setting says. */
    isPasswordHidden: async (organizationId: number): Promise<boolean> =>
      !(await providerRepository.isPasswordOffered(db, { hasEnvironment, organizationId })),

    /** Whether members of the organization could sign in without a password. */
    hasProvider: async (slug: string): Promise<boolean> =>
      hasEnvironment || (await providerRepository.listUsable(db, 1, slug)).length > 0,
  }
}

export type ProviderLookup = ReturnType<typeof createProviderLookup>

type EnvironmentProvider = Omit<OidcProvider, 'organizationId' | 'isTrusted'>

type Settings = Pick<
  Config,
  | 'OIDC_ISSUER'
  | 'OIDC_CLIENT_ID'
  | 'OIDC_CLIENT_SECRET'
  | 'OIDC_NAME'
  | 'OIDC_SCOPES'
  | 'OIDC_TRUST_EMAIL'
  | 'OIDC_RULES'
  | 'OIDC_RULES_APPLY'
  | 'OIDC_COURSE_CLAIM'
  | 'OIDC_COURSE_PREFIX'
>

/** The operator's own provider. Undefined if none is set. */
export function readEnvironmentProvider(config: Settings): EnvironmentProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = config
  if (issuer === undefined && clientId === undefined) return undefined
  if (issuer === undefined || clientId === undefined)
    throw new SettingsError('OIDC_ISSUER and OIDC_CLIENT_ID must be set together.')
  return {
    id: ENVIRONMENT_ID,
    kind: 'oidc',
    name: config.OIDC_NAME,
    issuer,
    clientId,
    secret: config.OIDC_CLIENT_SECRET,
    scopes: config.OIDC_SCOPES,
    emailTrust: config.OIDC_TRUST_EMAIL ? 'always' : 'claim',
    rules: readRules(config.OIDC_RULES),
    rulesApply: config.OIDC_RULES_APPLY,
    courses: config.OIDC_COURSE_CLAIM
      ? { claim: config.OIDC_COURSE_CLAIM, prefix: config.OIDC_COURSE_PREFIX }
      : undefined,
  }
}

function readRules(text: string | undefined): SignInRule[] {
  if (text === undefined) return []
  const parsed = signInRulesSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`OIDC_RULES is not a valid list of rules:\n${faults.join('\n')}`)
}

function parseJson(text: string): unknown {
  const value = tryParseJson(text)
  if (value === undefined) throw new SettingsError('OIDC_RULES is not valid JSON.')
  return value
}
