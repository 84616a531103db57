import { SAML_LIMITS, type SamlMetadata, say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { readCertificates } from './certificates.ts'
import { childrenOf, descendantsOf, NAMESPACES, walkXml, type XmlElement, XmlFault } from './xml.ts'

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const { metadata: MD, signature: DS, mdui: MDUI, protocol: PROTOCOL } = NAMESPACES

interface Entity {
  descriptor: XmlElement
  /** The earliest `validUntil` of the entity and of what encloses it. */
  validUntil: string | undefined
}

/**
 * Reads what a provider needs from SAML metadata: one entity, or one of a federation. Its signature is not checked, so
 * it must come over https or from the admin. Throws bad_request.
 */
export async function readIdpMetadata(
  xml: string,
  entityId: string | undefined,
  now: Date,
): Promise<SamlMetadata> {
  const { chosen, entities, total } = await findEntities(xml, entityId)
  if (total === 0) throw badRequest(say('sign_in.metadata_no_idp'))
  if (!chosen) {
    if (entityId !== undefined) throw badRequest(say('sign_in.metadata_not_found'))
    return { provider: null, entities, total }
  }
  const descriptor = idpOf(chosen.descriptor)
  if (!descriptor) throw badRequest(say('sign_in.metadata_no_idp'))
  const validUntil = earliest([chosen.validUntil, descriptor.attributes['validUntil']])
  requireValid(validUntil, now)
  const ssoUrl = redirectUrl(descriptor, 'SingleSignOnService')
  if (!ssoUrl) throw badRequest(say('sign_in.metadata_no_redirect'))
  const certificates = signingCertificates(descriptor)
  if (certificates.length === 0) throw badRequest(say('sign_in.metadata_no_certificate'))
  const provider = {
    ...toEntry(chosen.descriptor),
    sso_url: ssoUrl,
    slo_url: redirectUrl(descriptor, 'SingleLogoutService') ?? '',
    slo_response_url: redirectUrl(descriptor, 'SingleLogoutService', 'ResponseLocation') ?? '',
    certificate: certificates.join(''),
    certificates: certificates.length,
    valid_until: validUntil ?? null,
  }
  return { provider, entities: [toEntry(chosen.descriptor)], total }
}

/** Keeps the wanted entity only; of the others, their names. */
async function findEntities(xml: string, entityId: string | undefined) {
  const entities: SamlMetadata['entities'] = []
  const limits: (string | undefined)[] = []
  let chosen: Entity | undefined
  let total = 0
  const isNamed = ({ name, namespace }: XmlElement, expected: string) => namespace === MD && name === expected
  try {
    await walkXml(xml.replace(/^\uFEFF/, '').trimStart(), {
      entered(element) {
        if (isNamed(element, 'EntitiesDescriptor')) limits.push(element.attributes['validUntil'])
        return isNamed(element, 'EntityDescriptor')
      },
      left(element) {
        if (isNamed(element, 'EntitiesDescriptor')) limits.pop()
        if (!isNamed(element, 'EntityDescriptor') || !idpOf(element)) return
        total += 1
        if (entities.length < SAML_LIMITS.entities) entities.push(toEntry(element))
        const isWanted = entityId === undefined ? total === 1 : element.attributes['entityID'] === entityId
        if (isWanted)
          chosen = {
            descriptor: element,
            validUntil: earliest([...limits, element.attributes['validUntil']]),
          }
      },
    })
  } catch (error) {
    if (error instanceof XmlFault) throw badRequest(say('sign_in.metadata_invalid'))
    throw error
  }
  return { chosen: entityId === undefined && total > 1 ? undefined : chosen, entities, total }
}

const idpOf = (entity: XmlElement): XmlElement | undefined =>
  childrenOf(entity, MD, 'IDPSSODescriptor').find((descriptor) =>
    (descriptor.attributes['protocolSupportEnumeration'] ?? '').split(/\s+/).includes(PROTOCOL),
  )

const toEntry = (entity: XmlElement) => ({
  entity_id: entity.attributes['entityID'] ?? '',
  name: nameOf(entity),
})

/** The name for people, in the first language given. */
function nameOf(entity: XmlElement): string | null {
  const [displayName] = [
    ...descendantsOf(entity, MDUI, 'DisplayName'),
    ...descendantsOf(entity, MD, 'OrganizationDisplayName'),
  ]
  return displayName?.text.trim().replace(/\s+/g, ' ').slice(0, 80) || null
}

function redirectUrl(
  descriptor: XmlElement,
  service: string,
  attribute: 'Location' | 'ResponseLocation' = 'Location',
): string | undefined {
  return childrenOf(descriptor, MD, service)
    .filter(({ attributes }) => attributes['Binding'] === REDIRECT)
    .map(({ attributes }) => attributes[attribute]?.trim() ?? '')
    .find((url) => url.length <= 2000 && URL.canParse(url) && new URL(url).protocol === 'https:')
}

/** All of them: while keys are replaced there are two. A key without `use` is for everything. */
function signingCertificates(descriptor: XmlElement): string[] {
  const texts = childrenOf(descriptor, MD, 'KeyDescriptor')
    .filter(({ attributes }) => attributes['use'] === undefined || attributes['use'] === 'signing')
    .flatMap((key) => descendantsOf(key, DS, 'X509Certificate'))
    .map(({ text }) => text)
  return [...new Set(texts.flatMap(readCertificates))]
}

/** A date that can't be read counts as the earliest. */
function earliest(dates: readonly (string | undefined)[]): string | undefined {
  const expiryDates = dates.filter((date) => date !== undefined)
  const toTime = (date: string) => (Number.isNaN(Date.parse(date)) ? 0 : Date.parse(date))
  return expiryDates.sort((a, b) => toTime(a) - toTime(b))[0]
}

function requireValid(until: string | undefined, now: Date): void {
  if (until === undefined) return
  const time = Date.parse(until)
  if (Number.isNaN(time)) throw badRequest(say('sign_in.metadata_invalid'))
  if (time <= now.getTime())
    throw badRequest(say('sign_in.metadata_expired', { date: new Date(time).toISOString().slice(0, 10) }))
}
