import { isObject } from '../../platform/is-object.ts'
import { tryParseJson } from '../../platform/json.ts'

/** Converts the request forms that LAMB accepts in addition to OpenAI's. Pure. */
type Json = Record<string, unknown>

/** Accepts `prompt` or `params.prompt`, a text or a list of texts, in place of `messages`. */
export function withPromptAsMessages(body: unknown): unknown {
  const request =
    isObject(body) && !('messages' in body && Array.isArray(body['messages'])) ? fromForm(body) : body
  if (!isObject(request) || request['messages'] !== undefined) return request
  const params = isObject(request['params']) ? request['params'] : {}
  const prompt = request['prompt'] ?? params['prompt']
  const texts = Array.isArray(prompt) ? prompt : [prompt]
  if (!texts.every((text): text is string => typeof text === 'string')) return request
  const { prompt: _prompt, params: _params, ...rest } = request
  return { ...rest, messages: [{ role: 'user', content: texts.join('\n') }] }
}

/**
 * Reads a form: `data` holds the whole request as JSON, or `model`, `messages` (JSON) and
 * `stream` are separate fields.
 */
function fromForm(form: Json): Json {
  const body = parse(form['data'])
  if (isObject(body)) return body
  const messages = parse(form['messages'])
  const stream = form['stream']
  const pictures = Object.values(form)
    .flat()
    .filter((value): value is File => value instanceof File && value.type.startsWith('image/'))
  return {
    ...Object.fromEntries(Object.entries(form).filter(([, value]) => typeof value === 'string')),
    ...(pictures.length === 0 ? {} : { pictures }),
    ...(messages === undefined ? {} : { messages }),
    ...(typeof stream === 'string' ? { stream: stream === 'true' || stream === '1' } : {}),
  }
}

/** Adds images uploaded with the form to the user's last message, as data: URLs. */
export async function withPictures<
  R extends { messages: { role: string; content?: unknown }[]; [field: string]: unknown },
>(request: R): Promise<R> {
  const { pictures } = request
  // JSON may have the field, too, but not the files of a form.
  const files = Array.isArray(pictures) ? pictures.filter((picture) => picture instanceof File) : []
  const at = request.messages.findLastIndex(({ role }) => role === 'user')
  const last = request.messages[at]
  if (files.length === 0 || !last) return request
  const parts = await Promise.all(files.map(toImagePart))
  const text =
    typeof last.content === 'string' ? [{ type: 'text', text: last.content }] : (last.content ?? [])
  const message = { ...last, content: [...(Array.isArray(text) ? text : []), ...parts] }
  const { pictures: _pictures, ...rest } = request
  return { ...rest, messages: request.messages.with(at, message) } as unknown as R
}

async function toImagePart(file: File) {
  const bytes = Buffer.from(await file.arrayBuffer())
  return { type: 'image_url', image_url: { url: `data:${file.type};base64,${bytes.toString('base64')}` } }
}

const parse = (text: unknown): unknown => (typeof text === 'string' ? tryParseJson(text) : undefined)
