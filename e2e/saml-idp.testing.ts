import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createKeyAndCertificate } from '../server/src/modules/single-sign-on/saml/certificates.ts'
import { createSamlIdp } from '../server/test/harness/saml-idp.ts'
import { toRedirect } from '../server/test/harness/saml-logout.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

async function serveTls(handle: Handle): Promise<{ port: number; close(): void }> {
  const { key, certificate } = await createKeyAndCertificate('localhost')
  const server = createServer({ key, cert: certificate }, handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Adds https to a server without it: browsers only send cookies back from another site over https. */
export const startTlsProxy = (port: () => number) =>
  serveTls((incoming, outgoing) => {
    const { method, url, headers } = incoming
    const sent = forward({ host: '127.0.0.1', port: port(), method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    sent.on('error', () => outgoing.destroy())
    incoming.pipe(sent)
  })

const page = (title: string, content: string) =>
  `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${content}</main></html>`

/** A university with a sign-in page and a sign-out page. */
export async function startUniversity() {
  const idp = await createSamlIdp('https://idp.example.edu/shibboleth')
  /** Set once our metadata is known. */
  const our = { certificate: '', sloUrl: '' }
  let isSignedIn = false

  const server = await serveTls(async (incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', `https://localhost:${server.port}`)
    const reply = (html: string) => outgoing.setHeader('content-type', 'text/html').end(html)
    if (url.pathname === '/sso') {
      const request = idp.readRequest(url.href, our.certificate)
      const attributes = { mail: 'nia@uni.example', displayName: 'Nia New' }
      const response = await idp.respond(request, { attributes })
      isSignedIn = true
      const field = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`
      const fields = field('SAMLResponse', response) + field('RelayState', request.relayState)
      reply(
        page(
          'University of Examples',
          `<form method="post" action="${request.acsUrl}">${fields}<button>Sign in as Nia</button></form>`,
        ),
      )
    } else if (url.pathname === '/slo' && url.searchParams.has('SAMLRequest')) {
      // Throws unless it is signed with our key.
      idp.readRequest(url.href, our.certificate)
      isSignedIn = false
      const back = `${our.sloUrl}?SAMLResponse=signed-out`
      reply(page('Signed out', `<a href="${back}">Back to Bellwether</a>`))
    } else reply(page('Signed out', ''))
  })
  const origin = `https://localhost:${server.port}`

  return {
    our,
    close: server.close,
    isSignedIn: () => isSignedIn,
    /** Where the browser goes if the person signs out at the university. */
    signOutUrl: () => toRedirect(idp, our.sloUrl),
    metadata: `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${idp.entityId}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${idp.certificate.replace(/-----[^-]+-----|\s/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/slo"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/></md:IDPSSODescriptor><md:Organization><md:OrganizationDisplayName xml:lang="en">University of Examples</md:OrganizationDisplayName></md:Organization></md:EntityDescriptor>`,
  }
}
