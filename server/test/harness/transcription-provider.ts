import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request to transcribe, as it arrived. */
export interface TranscriptionAsked {
  path: string
  key: string | undefined
  fields: Record<string, string>
  filename: string
  contentType: string
  bytes: Buffer
  /** Settles when the caller disconnects before it has an answer. */
  gone: Promise<void>
}

export type TranscriptionAnswer =
  | { status: number; body: unknown; headers?: Record<string, string> }
  /** Never answers. */
  | 'wait'

const SEGMENTS = [
  { id: 0, start: 0, end: 4.2, text: ' The moon pulls at the sea.' },
  { id: 1, start: 4.2, end: 9, text: ' That is why there are tides.' },
  { id: 2, start: 3723.5, end: 3730, text: ' Neap tides are weak & <short>.' },
]

export const wellTranscribed = {
  status: 200,
  body: {
    task: 'transcribe',
    language: 'english',
    duration: 3730,
    text: SEGMENTS.map(({ text }) => text).join(''),
    segments: SEGMENTS,
  },
}

/** A provider with OpenAI's `/audio/transcriptions` and scripted answers. */
export async function startTranscriptionProvider() {
  const asked: TranscriptionAsked[] = []
  let answer: (received: TranscriptionAsked) => TranscriptionAnswer = () => wellTranscribed
  const server = createServer((request, response) => void receive(request, response))
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    const gone = new Promise<void>((resolve) => {
      response.on('close', () => {
        if (!response.writableEnded) resolve()
      })
    })
    try {
      for await (const piece of request) pieces.push(piece)
    } catch {
      return
    }
    const received = { ...toAsked(request, Buffer.concat(pieces)), gone }
    asked.push(received)
    const reply = answer(received)
    if (reply === 'wait') return
    const isText = typeof reply.body === 'string'
    const type = isText ? 'text/plain' : 'application/json'
    response.writeHead(reply.status, { 'content-type': type, ...reply.headers })
    response.end(isText ? reply.body : JSON.stringify(reply.body))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(next: (received: TranscriptionAsked) => TranscriptionAnswer) {
      answer = next
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function toAsked(request: IncomingMessage, body: Buffer): Omit<TranscriptionAsked, 'gone'> {
  const boundary = /boundary=(.+)$/.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  const fields: Record<string, string> = {}
  let file = { filename: '', contentType: '', bytes: Buffer.alloc(0) }
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n')
    const head = part.slice(0, end)
    const content = part.slice(end + 4, -2)
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    if (filename === undefined) fields[/name="([^"]*)"/.exec(head)?.[1] ?? ''] = content
    else {
      const contentType = /Content-Type: (.+)/.exec(head)?.[1]?.trim() ?? ''
      file = { filename, contentType, bytes: Buffer.from(content, 'latin1') }
    }
  }
  return { path: request.url ?? '', key: request.headers.authorization, fields, ...file }
}

/** The first bytes of an MP3, and then anything. */
export const recordingOf = (size: number): Buffer => {
  const bytes = Buffer.alloc(size, 7)
  bytes.write('ID3', 'latin1')
  return bytes
}
