export { createFailures } from './failures/failures.ts'
export { createFlows, type Flows } from './flows/flows.ts'
export { createProviderRoutes } from './managing/provider.routes.ts'
export { createProviderService } from './managing/provider.service.ts'
export { createConnect } from './oidc/connect.ts'
export { createOidc } from './oidc/oidc.ts'
export {
  createProviderLookup,
  type ProviderLookup,
  readEnvironmentProvider,
} from './providers/provider-lookup.ts'
export { createRefreshMetadata } from './saml/refresh-metadata.ts'
export { createSaml } from './saml/saml.ts'
export { createSignInRoutes } from './sign-in.routes.ts'
export { createSignInService } from './sign-in.service.ts'
