import type { MailContent } from './mail-content.ts'

/** Sends e-mails over SMTP. */
export interface MailServer {
  /** `messageId` stays the same when an e-mail is sent again, so that mail programs recognize a repetition. */
  send(mail: MailContent & { to: string; messageId: string }): Promise<void>
  close(): void
}

/** Why an e-mail was not sent. `permanent`: trying again does not help. */
export interface MailFault {
  reason: 'unreachable' | 'sign_in' | 'sender' | 'address' | 'refused'
  permanent: boolean
  /** The status of the mail server’s reply. */
  status: number | undefined
}

const CONNECT_MS = 10_000
const IDLE_MS = 30_000
const MAX_CONNECTIONS = 3

export function createMailServer(url: string, from: string): MailServer {
  let opened: ReturnType<typeof openTransport> | undefined
  const domain = /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
  return {
    async send({ to, subject, text, html, messageId }) {
      opened ??= openTransport(url)
      await (await opened).sendMail({
        from,
        // An object: the address is not parsed, so it can't name a second recipient.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${messageId}@${domain}>`,
        // Automatic replies would go to a mailbox that may not exist.
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
    },
    close: () => void opened?.then((transport) => transport.close()),
  }
}

/** The library is loaded with the first e-mail. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...toConnection(url),
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: IDLE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** A password is only sent over TLS, unless the server is on this machine or the URL says `?tls=optional`. Pure. */
export function toConnection(address: string) {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const hasPassword = url.username !== ''
  const isOptional = url.searchParams.get('tls') === 'optional' || LOOPBACK.test(url.hostname)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && hasPassword && !isOptional,
    ...(hasPassword
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
  }
}

/** What an error of the mail server means. Never contains its text, which may repeat credentials. Pure. */
export function toMailFault(error: unknown): MailFault {
  const { code, command, responseCode: status } = Object(error) as Record<string, unknown>
  const statusCode = typeof status === 'number' ? status : undefined
  const isFinal = statusCode !== undefined && statusCode >= 500
  if (code === 'EAUTH') return { reason: 'sign_in', permanent: false, status: statusCode }
  if (command === 'MAIL FROM') return { reason: 'sender', permanent: false, status: statusCode }
  if (code === 'EENVELOPE') return { reason: 'address', permanent: isFinal, status: statusCode }
  if (statusCode !== undefined) return { reason: 'refused', permanent: isFinal, status: statusCode }
  return { reason: 'unreachable', permanent: false, status: statusCode }
}
