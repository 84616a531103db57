import { type SignInRule, signInRulesSchema } from '@bellwether/wire'
import { type Config, SettingsError } from '../../../platform/config.ts'
import { tryParseJson } from '../../../platform/json.ts'
import { ENVIRONMENT_ID, type OidcProvider } from './provider.ts'

export type EnvironmentProvider = Omit<OidcProvider, 'organizationId' | 'isTrusted'>

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
