import {
  type AnswerOf,
  type Input,
  type JsonPath,
  toAddress,
  type Untyped,
} from '@bellwether/wire/client/operations'
import { ApiError, toApiError } from './api-error.ts'
import { authorization, sessionToken } from './token.ts'

export interface UploadOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
}

/** Uses XMLHttpRequest, because only that reports upload progress. */
export async function upload<P extends JsonPath<'post'>>(
  path: P,
  form: FormData,
  options: Pick<Untyped, 'params'> & Omit<NonNullable<Input<'post', P, UploadOptions>[0]>, 'body'>,
): Promise<AnswerOf<'post', P>> {
  const address = toAddress(path, options)
  await sessionToken.prepare()
  const sent = sessionToken.get()
  try {
    return await attempt(address, form, options)
  } catch (error) {
    const isEnded = error instanceof ApiError && error.status === 401
    if (!isEnded || !(await sessionToken.recover(sent))) throw error
    options.signal?.throwIfAborted()
    return attempt(address, form, options)
  }
}

function attempt<T>(path: string, form: FormData, options: UploadOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(authorization())) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total)
    }
    request.onload = () => {
      if (request.status < 300) return resolve(request.response as T)
      reject(toApiError(request.status, request.response, (name) => request.getResponseHeader(name)))
    }
    request.onerror = () => reject(new ApiError(0, 'The upload was cut off'))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
