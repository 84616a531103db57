import { IntlMessageFormat } from 'intl-messageformat'

/** A message inside another one, such as the reason for a failure, so that it is translated as well. */
export interface NestedMessage {
  code: string
  params: MessageParams
  text: string
}

export type MessageParam = string | number | NestedMessage

export interface MessageParams {
  readonly [name: string]: MessageParam
}

const compiled = new Map<string, IntlMessageFormat>()

/** Fills the placeholders of an English text. A message without one of its values stays as it is. */
export function formatMessage(text: string, params: MessageParams = {}): string {
  let format = compiled.get(text)
  if (!format) {
    format = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true })
    compiled.set(text, format)
  }
  try {
    return String(
      format.format(
        Object.fromEntries(
          Object.entries(params).map(([name, param]) => [
            name,
            typeof param === 'object' ? param.text : param,
          ]),
        ),
      ),
    )
  } catch {
    return text
  }
}
