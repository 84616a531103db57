/** Single sign-on: identities that are proven by other servers. */
export const signInMessages = {
  'sign_in.email_elsewhere':
    'An account with this e-mail address already exists in another organization. Ask an admin to move it.',
  'sign_in.email_unverified':
    'An account with this e-mail address already exists, and your sign-in provider did not confirm that the address is yours. Sign in the way you usually do, or ask your organization admin.',
  'sign_in.moved': 'Your account now belongs to another organization. Use that organization’s sign-in.',
  'sign_in.system_admin': 'System admins can’t sign in with an organization’s provider. Use your password.',
  'sign_in.too_many_starts': 'Too many people are signing in from your network. Try again in a minute.',
  'sign_in.cancelled': 'Sign-in was cancelled',
  'sign_in.flow_expired': 'This sign-in has expired or was already used. Try again.',
  'sign_in.logout_token_invalid': 'The logout request is not valid',
  'sign_in.organization_missing': 'Your account has no organization yet. Ask the operator of this server.',
  'sign_in.password_hidden': 'Your organization uses single sign-on. Use its button on the sign-in page.',
  'sign_in.password_needs_provider': 'Add and enable a sign-in provider first',
  'sign_in.preview_default': 'No rule matched. New accounts are students.',
  'sign_in.preview_rule': 'Rule {number} matched: {claim} is “{value}”',
  'sign_in.preview_token': 'This is not a token. Paste an ID token or its claims as JSON.',
  'sign_in.provider_invalid':
    'The sign-in provider’s response was not accepted. Try again, or ask your organization admin.',
  'sign_in.provider_unreachable': 'The sign-in provider can’t be reached. Try again in a few minutes.',
  'sign_in.rule_organization': 'Rules of an organization’s provider can’t name another organization',
  'sign_in.unsolicited':
    'Sign-in must start here: choose your provider again. An admin can also allow it to start at the provider.',
  'sign_in.discovery_invalid':
    '{url} does not return an OpenID Connect document (status {status}). Check the issuer.',
  'sign_in.discovery_issuer': 'The provider says that its issuer is {issuer}. Enter it exactly like this.',
  'sign_in.discovery_incomplete': 'The provider’s OpenID Connect document lacks {fields}',
  'sign_in.discovery_insecure':
    'The provider’s OpenID Connect document names addresses without https: {fields}',
  'sign_in.test_ok': 'The provider responds, and its settings can be read',
  'sign_in.too_many_providers': 'Too many sign-in providers (limit: {limit}). Delete one first.',
  'sign_in.certificate_expired': 'The identity provider’s certificate has expired',
  'sign_in.certificate_invalid':
    'This is not a certificate. Paste the identity provider’s signing certificate as PEM or base64.',
  'sign_in.metadata_expired':
    'This metadata was valid until {date}. Get the current version from the identity provider.',
  'sign_in.metadata_invalid':
    'This is not SAML metadata. Paste the identity provider’s XML, or enter its URL.',
  'sign_in.metadata_no_idp': 'The metadata contains no SAML 2.0 identity provider',
  'sign_in.metadata_not_found': 'The metadata contains no identity provider with this entity ID',
  'sign_in.metadata_no_redirect':
    'The identity provider must offer an https sign-on URL with the HTTP-Redirect binding',
  'sign_in.metadata_no_certificate': 'The identity provider’s metadata has no signing certificate',
  'sign_in.metadata_unreachable': 'The metadata can’t be read from this URL. Check it, or paste the XML.',
  'sign_in.saml_no_secret': 'SAML providers have no client secret',
  'sign_in.saml_ready': 'The settings are complete. Sign in once to try them.',
} as const
