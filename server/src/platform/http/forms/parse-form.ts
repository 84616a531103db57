import { say } from '@bellwether/wire'
import { badRequest } from '../../errors.ts'

/** More fields than any form has. Each costs far more to read than its bytes. */
export const MAX_FORM_FIELDS = 2000

/** Fields and files of a urlencoded or multipart form. A field sent several times is a list. */
export async function parseForm(bytes: Buffer, contentType: string): Promise<Record<string, unknown>> {
  if (countUpTo(bytes, separatorOf(contentType), MAX_FORM_FIELDS + 2) > MAX_FORM_FIELDS + 1)
    throw badRequest(say('requests.too_many_form_fields', { limit: MAX_FORM_FIELDS }))
  let form: FormData
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw badRequest(say('requests.form_unreadable'))
  }
  const fields: Record<string, unknown> = Object.create(null)
  const lists = new Map<string, unknown[]>()
  for (const [key, value] of form) {
    const list = lists.get(key)
    if (list) list.push(value)
    else lists.set(key, [value])
  }
  for (const [key, values] of lists) fields[key] = values.length === 1 ? values[0] : values
  return fields
}

/** Before each part of a multipart form, and between the fields of a urlencoded one. */
function separatorOf(contentType: string): string {
  const boundary = boundaryOf(contentType)
  return boundary === undefined ? '&' : `--${boundary}`
}

/** How often the text occurs, or `limit` if that is less. */
function countUpTo(bytes: Buffer, text: string, limit: number): number {
  let count = 0
  for (let at = bytes.indexOf(text); at >= 0 && count < limit; at = bytes.indexOf(text, at + text.length))
    count++
  return count
}

/** The text between the parts of a multipart form; undefined for another type. Pure. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\b/i.test(contentType)) return undefined
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType) ?? []
  return quoted ?? plain
}
