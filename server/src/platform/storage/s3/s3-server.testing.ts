import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface TestS3Server {
  /** For FILES_URL, with keys that this server knows. */
  url(bucket: string, folder: string): string
  /** Unfinished uploads and staged contents. */
  leftOvers(): Promise<number>
  stop(): Promise<void>
}

const PROGRAM = fileURLToPath(new URL('s3-server.testing.mjs', import.meta.url))

/** An S3 server on this machine, with the bucket `files`. */
export async function startS3Server(): Promise<TestS3Server> {
  const directory = mkdtempSync(join(tmpdir(), 'bellwether-s3-'))
  const child = spawn(process.execPath, ['--openssl-legacy-provider', PROGRAM, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const port = Number(String(line))
  return {
    url: (bucket, folder) =>
      `s3://S3RVER:S3RVER@${bucket}/${encodeURI(folder)}?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    leftOvers: async () =>
      readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /staging\/.+_object$|\.uploads\/.+/.test(name),
      ).length,
    async stop() {
      child.kill()
      await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
