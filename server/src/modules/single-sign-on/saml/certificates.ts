import { generateKeyPair, randomBytes, sign, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'

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

const VALID_YEARS = 20
const SHA256_WITH_RSA = '300d06092a864886f70d01010b0500'
const COMMON_NAME = '0603550403'

/** A key and a self-signed certificate. In SAML a certificate only carries the key: both sides trust it by metadata. */
export async function createKeyAndCertificate(name: string): Promise<{ key: string; certificate: string }> {
  const { privateKey, publicKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const now = new Date()
  const until = new Date(now)
  until.setUTCFullYear(until.getUTCFullYear() + VALID_YEARS)
  const subject = sequence(set(sequence(Buffer.from(COMMON_NAME, 'hex'), tagged(0x0c, Buffer.from(name)))))
  const algorithm = Buffer.from(SHA256_WITH_RSA, 'hex')
  const signed = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    // A positive number.
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    subject,
    sequence(time(now), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]))
  const der = sequence(signed, algorithm, signature)
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: toPem(der.toString('base64')),
  }
}

export const toPem = (base64: string): string =>
  `-----BEGIN CERTIFICATE-----\n${(base64.match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`

/** One value in DER: type, length, content. */
function tagged(type: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([type, ...size]), content])
}

const sequence = (...parts: Buffer[]): Buffer => tagged(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]): Buffer => tagged(0x31, Buffer.concat(parts))

/** GeneralizedTime: 20261116170000Z */
const time = (at: Date): Buffer =>
  tagged(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
