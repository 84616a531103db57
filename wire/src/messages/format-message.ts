/** The placeholders of a message: `{name}` and `{limit}` of "“{name}” is larger than {limit}". */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

export type ParamsOf<Text extends string> = Record<Placeholders<Text>, string | number>

export type MessageParams = Readonly<Record<string, string | number>>

/** Fills the placeholders of a text; one without a value stays unchanged. Pure. */
export const formatMessage = (text: string, params: MessageParams = {}): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
