import type { SamlProvider } from '../providers/provider.ts'
import { Refusal } from '../providers/refusal.ts'
import { loadXmlFunctions } from './library.ts'
import { NAMESPACES, readXml, type XmlElement, XmlFault } from './xml.ts'

/** Of redirects, with the names that Node.js has for them. Never SHA-1. */
export const QUERY_ALGORITHMS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
}

/** Of signed XML: the same, RSASSA-PSS and the hashes. The library would also accept SHA-1. */
const XML_ALGORITHMS: ReadonlySet<string> = new Set([
  ...Object.keys(QUERY_ALGORITHMS),
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
])

/** As the library has it; the types of browsers are not loaded here. */
type DomElement = Parameters<Awaited<ReturnType<typeof loadXmlFunctions>>['getVerifiedXml']>[1]

const SIGNATURE = `./*[local-name()='Signature' and namespace-uri()='${NAMESPACES.signature}']`
const USED_ALGORITHMS = `${SIGNATURE}//*[local-name()='SignatureMethod' or local-name()='DigestMethod']/@Algorithm`
const ASSERTIONS = "./*[local-name()='Assertion' or local-name()='EncryptedAssertion']"

/** A message that anyone may have sent. A document type is refused before the library reads the document. */
export async function readMessage(xml: string, name: string): Promise<XmlElement> {
  const root = await parse(xml)
  if (root.name !== name || root.namespace !== NAMESPACES.protocol) throw new Refusal('malformed')
  return root
}

/** What the signature of the message covers. */
export async function readSignedMessage(provider: SamlProvider, xml: string): Promise<string> {
  const signed = await readSigned(provider, xml, await toDom(xml))
  if (signed === undefined) throw new Refusal('unsigned')
  return signed
}

/**
 * The one assertion of a response, read from what a signature covers: of the response, or of the assertion itself,
 * which may be encrypted. Nothing around it can be trusted.
 */
export async function readAssertion(provider: SamlProvider, xml: string): Promise<XmlElement> {
  const { xpath } = await loadXmlFunctions()
  const root = await toDom(xml)
  const response = await readSigned(provider, xml, root)
  const [found, ...others] = xpath.selectElements(response ? await toDom(response) : root, ASSERTIONS)
  if (!found || others.length > 0) throw new Refusal('malformed')
  const isEncrypted = found.localName === 'EncryptedAssertion'
  const text = isEncrypted ? await decrypt(provider, found.toString()) : xml
  const element = isEncrypted ? await toDom(text) : found
  const signed = response ? element.toString() : await readSigned(provider, text, element)
  if (signed === undefined) throw new Refusal('unsigned')
  const assertion = await parse(signed)
  if (assertion.name !== 'Assertion' || assertion.namespace !== NAMESPACES.assertion)
    throw new Refusal('malformed')
  return assertion
}

/** What the element's own signature covers. Undefined if it has none; a bad one is refused. */
async function readSigned(
  { saml }: SamlProvider,
  xml: string,
  element: DomElement,
): Promise<string | undefined> {
  const { getVerifiedXml, xpath } = await loadXmlFunctions()
  if (xpath.selectElements(element, SIGNATURE).length === 0) return undefined
  const used = xpath.selectAttributes(element, USED_ALGORITHMS)
  if (!used.every(({ value }) => XML_ALGORITHMS.has(value))) throw new Refusal('algorithm')
  try {
    const verified = getVerifiedXml(xml, element, [...saml.certificates])
    if (verified !== null) return verified
  } catch (cause) {
    throw new Refusal('signature', { cause })
  }
  throw new Refusal('signature')
}

async function decrypt({ saml }: SamlProvider, xml: string): Promise<string> {
  const { decryptXml } = await loadXmlFunctions()
  const text = await decryptXml(xml, saml.key).catch((cause: unknown) => {
    throw new Refusal('decryption', { cause })
  })
  // Also refuses a document type.
  await parse(text)
  return text
}

async function toDom(xml: string): Promise<DomElement> {
  const { parseDomFromString } = await loadXmlFunctions()
  return (await parseDomFromString(xml)).documentElement
}

const parse = (xml: string): Promise<XmlElement> =>
  readXml(xml).catch((error: unknown) => {
    throw error instanceof XmlFault ? new Refusal('malformed', { cause: error }) : error
  })
