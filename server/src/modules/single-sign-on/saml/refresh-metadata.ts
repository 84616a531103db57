import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest, isAppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import { fetchFollowing } from '../../../platform/outbound/fetch-following.ts'
import type { Outbound, OutboundClient } from '../../../platform/outbound/outbound.ts'
import { providerRepository } from '../providers/provider.repository.ts'
import { type ProviderRow, type ProviderSettings, readSettings } from '../providers/provider.ts'
import { readCertificates } from './certificates.ts'
import { readIdpMetadata } from './idp-metadata.ts'

export interface RefreshMetadataDeps {
  db: Db
  log: Log
  outbound: Pick<Outbound, 'guarded'>
}

/** A little less than a day, because it is looked at every hour. */
const EVERY_SECONDS = 23 * 3600

/**
 * Reads the metadata of SAML identity providers again, so that sign-ins go on when an identity provider replaces its
 * certificate. If it can't be read, the settings stay as they are.
 */
export const createRefreshMetadata =
  ({ db, log, outbound }: RefreshMetadataDeps) =>
  async (signal: AbortSignal): Promise<void> => {
    const dueBefore = nowSeconds() - EVERY_SECONDS
    for (const row of await providerRepository.listSaml(db)) {
      if (signal.aborted) return
      const settings = readSettings(row)
      if (settings.idp_metadata_url === '' || (settings.idp_metadata_read_at ?? 0) > dueBefore) continue
      const read = await readAgain(row, settings).catch((error: unknown) => {
        log.warn({ err: error, provider: row.id }, 'failed to read the metadata of a SAML identity provider')
        return undefined
      })
      // Stopped, not failed.
      if (signal.aborted) return
      const next: ProviderSettings = {
        ...settings,
        ...read,
        // What failed is tried again in an hour.
        ...(read ? { idp_metadata_read_at: nowSeconds() } : {}),
        idp_metadata_failed: read === undefined,
      }
      const isChanged = read && JSON.stringify({ ...settings, ...read }) !== JSON.stringify(settings)
      if ((await providerRepository.updateSettings(db, row, JSON.stringify(next))) && isChanged)
        log.info({ provider: row.id }, 'updated a SAML identity provider from its metadata')
    }

    async function readAgain(
      { issuer }: ProviderRow,
      { idp_metadata_url: url }: ProviderSettings,
    ): Promise<Partial<ProviderSettings> | undefined> {
      const xml = await fetchMetadata(outbound.guarded.providers, url, signal)
      const { provider } = await readIdpMetadata(xml, issuer, new Date())
      if (!provider) return undefined
      const { sso_url, slo_url, slo_response_url, certificate } = provider
      return { sso_url, slo_url, slo_response_url, certificates: readCertificates(certificate) }
    }
  }

const TIMEOUT_MS = 20_000
/** Enough for a national federation. */
const LIMITS = { maxRedirects: 3, maxBytes: 20 * 1024 * 1024 }

/** Metadata says whose signatures are trusted, so every hop must use https. */
export async function fetchMetadata(
  client: OutboundClient,
  url: string,
  signal: AbortSignal,
): Promise<string> {
  const unreachable = badRequest(say('sign_in.metadata_unreachable'))
  const https: Pick<OutboundClient, 'fetchWhole'> = {
    async fetchWhole(request, maxBytes) {
      if (!request.url.startsWith('https:')) throw unreachable
      return client.fetchWhole(request, maxBytes)
    },
  }
  const answer = await fetchFollowing(
    https,
    {
      method: 'GET',
      url,
      headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    },
    LIMITS,
  ).catch((error: unknown) => {
    // An address that may not be called, or a response that is too large: that error says more.
    if (isAppError(error)) throw error
    throw unreachable
  })
  if (answer.status !== 200) throw unreachable
  return answer.body.toString('utf8')
}
