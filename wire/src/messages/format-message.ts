/** The placeholders of a message: `{name}` and `{limit}` of "“{name}” is larger than {limit}". */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** A message inside another one, such as the reason for a failure, so that it is translated as well. */
export interface NestedMessage {
  code: string
  params: MessageParams
  text: string
}

type Param = string | number | NestedMessage

export type ParamsOf<Text extends string> = Record<Placeholders<Text>, Param>

export interface MessageParams {
  readonly [name: string]: Param
}

/** Fills the placeholders of a text; one without a value stays unchanged. Pure. */
export const formatMessage = (
  text: string,
  params: MessageParams = {},
  formatNested: (message: NestedMessage) => string = (message) => message.text,
): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const param = params[name] ?? placeholder
    return typeof param === 'object' ? formatNested(param) : String(param)
  })
