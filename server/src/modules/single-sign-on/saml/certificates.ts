import { X509Certificate } from 'node:crypto'
import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { toPem } from './self-signed.ts'

/** The certificates of an identity provider: PEM, or the base64 text of its metadata. Throws bad_request. */
export function readCertificates(text: string): string[] {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [text]
  return blocks.map((block) => {
    const pem = toPem(block.replace(/-----[^-]+-----/g, '').replace(/\s+/g, ''))
    try {
      return new X509Certificate(pem).toString()
    } catch {
      throw badRequest(say('sign_in.certificate_invalid'))
    }
  })
}

export const areExpired = (certificates: readonly string[], now: Date): boolean =>
  certificates.every((pem) => Date.parse(new X509Certificate(pem).validTo) < now.getTime())
