import { type AnswerOf, type Input, type JsonPath, toAddress } from '@bellwether/wire/client/operations'
import { ApiError, toApiError } from './api-error.ts'
import { authorization, sessionToken } from './token.ts'

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** What a path needs besides its form. */
type UploadInput<P extends JsonPath<'post'>> = Omit<Input<'post', P, object>[0] & object, 'body'> &
  UploadOptions & { body: FormData }

/** Uses XMLHttpRequest, because only that reports upload progress. */
export async function upload<P extends JsonPath<'post'>>(
  path: P,
  input: UploadInput<P>,
): Promise<AnswerOf<'post', P>> {
  const address = toAddress(path, input)
  const attempt = () => attemptUpload(address, input.body, input) as Promise<AnswerOf<'post', P>>
  await sessionToken.prepare()
  const sent = sessionToken.get()
  try {
    return await attempt()
  } catch (error) {
    const isEnded = error instanceof ApiError && error.status === 401
    if (!isEnded || !(await sessionToken.recover(sent))) throw error
    input.signal?.throwIfAborted()
    return attempt()
  }
}

function attemptUpload(path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 300) return resolve(request.response)
      reject(toApiError(request.status, request.response, (name) => request.getResponseHeader(name)))
    }
    request.onerror = () => reject(new ApiError(0, 'The upload was cut off'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
