import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { vi } from 'vitest'

export interface ReceivedMail {
  from: string
  to: string[]
  headers: Record<string, string>
  subject: string
  text: string
  html: string
}

/** A real mail server on loopback that keeps what it receives. */
export async function startMailbox({ port = 0, user }: { port?: number; user?: [string, string] } = {}) {
  const mails: ReceivedMail[] = []
  /** Reply to the next recipients instead of accepting them. */
  const refusals = new Map<string, { status: number; text: string }>()
  let isHolding = false
  const server = new SMTPServer({
    authOptional: user === undefined,
    disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === user?.[0] && password === user?.[1]) done(null, { user: username })
      else done(Object.assign(new Error(`wrong password ${password}`), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refusals.get(address)
      done(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.status }))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...readMail(Buffer.concat(chunks).toString('utf8')),
        })
        if (!isHolding) done()
      })
    },
  })
  // Clients that disconnect in the middle are part of the tests.
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    mails,
    refusals,
    /** Mails are kept, but their senders are not told. */
    holdAnswers(hold: boolean): void {
      isHolding = hold
    },
    /** The newest mail to this address, once there are as many as this. */
    receive: (to: string, count = 1): Promise<ReceivedMail> =>
      vi.waitFor(
        () => {
          const matches = mails.filter((mail) => mail.to.includes(to))
          const last = matches.at(-1)
          if (matches.length < count || !last) throw new Error(`${matches.length} mails to ${to}`)
          return last
        },
        { timeout: 20_000, interval: 20 },
      ),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>

/** The secret in the link of a mail. */
export const linkIn = ({ text }: ReceivedMail): URL => {
  const link = /https?:\/\/\S+/.exec(text)?.[0]
  if (!link) throw new Error(`no link in: ${text}`)
  return new URL(link)
}
export const secretIn = (mail: ReceivedMail): string =>
  [...new URLSearchParams(linkIn(mail).hash.slice(1)).values()][0] ?? ''

function readMail(raw: string) {
  const { headers, body } = splitPart(raw)
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1]
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => splitPart(part.replace(/^\r\n/, '')))
    : [{ headers, body }]
  const bodyOf = (type: string) => {
    const part = parts.find((candidate) => candidate.headers['content-type']?.startsWith(type))
    return part ? decode(part.body, part.headers['content-transfer-encoding']) : ''
  }
  return {
    headers,
    subject: decodeWords(headers['subject'] ?? ''),
    text: bodyOf('text/plain'),
    html: bodyOf('text/html'),
  }
}

function splitPart(raw: string): { headers: Record<string, string>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
  return { headers, body: raw.slice(end + 4) }
}

const fromQuoted = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function decode(body: string, encoding = '7bit'): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? fromQuoted(body) : body
}

const decodeWords = (text: string): string =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('utf8')
        : fromQuoted(word.replaceAll('_', ' ')),
    )
